// Pages to try the playground with, that we wrote; each with a sketch of what is on it.
const SVG = "http://www.w3.org/2000/svg";

// What is content is drawn in green: x, y, width, height, and "k" where it is kept.
const HEAD = "4 4 112 8, 4 15 112 3";
export const EXAMPLES = [
  { name: "news", title: "News", about: "A bridge closes, between adverts and “most read”",
    url: "https://www.tidewater-courier.example.org/2024/03/14/harbour-bridge-closure",
    drawn: `${HEAD}, 4 23 70 7 k, 4 34 70 18 k, 4 56 70 3 k, 4 62 64 3 k, 4 68 68 3 k, 80 23 36 22, 80 49 36 3, 80 55 30 3, 80 61 34 3` },
  { name: "thread", title: "Thread", about: "A forum: question and answers, without the names around them",
    url: "https://forum.mudroom.example.com/viewtopic.php?t=20417",
    drawn: `${HEAD}, 4 23 14 12, 22 24 90 3 k, 22 30 80 3 k, 4 41 14 12, 22 42 86 3 k, 22 48 60 3 k, 4 59 14 12, 22 60 92 3 k, 22 66 74 3 k` },
  { name: "product", title: "Product", about: "Pictures, price, description and figures, without the reviews",
    url: "https://shop.fellwalk.example.com/products/larch-38-rucksack",
    drawn: `${HEAD}, 4 23 46 34 k, 56 23 58 6 k, 56 33 24 5 k, 56 43 58 3 k, 56 49 50 3 k, 56 55 54 3 k, 4 63 24 9, 32 63 24 9, 60 63 24 9, 88 63 24 9` },
  { name: "recipe", title: "Recipe", about: "Ingredients and steps, without the stories and banners around them",
    url: "https://www.copperladle.example.com/recipes/barley-leek-bake/",
    drawn: `${HEAD}, 4 22 112 9, 4 36 60 6 k, 4 46 30 3 k, 4 51 26 3 k, 4 56 34 3 k, 42 46 44 3 k, 42 52 40 3 k, 42 58 44 3 k, 42 64 36 3 k, 92 36 24 34` },
  { name: "documentation", title: "Documentation", about: "A manual’s page: code and tables, without the tree of contents",
    url: "https://docs.petrel-queue.example.org/en/3.2/guide/adapters.html",
    drawn: `4 4 112 8, 4 16 24 3, 8 22 20 3, 8 28 18 3, 4 34 24 3, 8 40 20 3, 8 46 16 3, 4 52 22 3, 34 17 50 7 k, 34 28 80 3 k, 34 34 72 3 k, 34 40 80 18 k, 34 62 76 3 k, 34 68 60 3 k` },
];

// Fills the gallery; `open` is told which of them somebody wants.
export function hang(list, open) {
  list.replaceChildren(...EXAMPLES.map((example) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.example = example.name;
    const [title, about] = [document.createElement("b"), document.createElement("small")];
    title.textContent = example.title;
    about.textContent = example.about;
    button.append(sketch(example.drawn), title, about);
    button.addEventListener("click", () => open(example));
    const item = document.createElement("li");
    item.append(button);
    return item;
  }));
}

function sketch(drawn) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 120 76");
  svg.setAttribute("aria-hidden", "true");
  for (const part of drawn.split(", ")) {
    const [x, y, width, height, kept] = part.split(" ");
    const box = document.createElementNS(SVG, "rect");
    for (const [name, value] of Object.entries({ x, y, width, height, rx: 1.5 })) box.setAttribute(name, value);
    if (kept) box.classList.add("kept");
    svg.append(box);
  }
  return svg;
}
