// The parameters of a method as form fields, made of what the service says of them.
const named = (tag, properties, ...inside) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...inside);
  return made;
};

// A field for each parameter, empty where it stays as it is: a choice, or something to type.
export function offer(place, { fields, parameters }) {
  place.replaceChildren(...Object.entries(fields).map(([name, { said, choices, others }]) => {
    const id = `parameter-${name}`;
    const properties = { id, name, title: said };
    const usual = String(parameters[name] ?? "none");
    const options = choices.map((one) => new Option(one, one));
    const label = named("label", { htmlFor: id, textContent: name.replaceAll("_", " ") });
    if (!others) return named("p", { className: "row" }, label, named("select", properties, new Option(`${usual}, as it is`, ""), ...options));
    const input = named("input", { ...properties, placeholder: usual, size: 9, autocomplete: "off" });
    if (!choices.length) return named("p", { className: "row" }, label, input);
    input.setAttribute("list", `${id}-choices`);
    return named("p", { className: "row" }, label, input, named("datalist", { id: `${id}-choices` }, ...options));
  }));
}

// What was chosen and typed; the service reads it as what the parameter is.
export function chosen(place) {
  const fields = [...place.querySelectorAll("input, select")].filter(({ value }) => value.trim());
  return Object.fromEntries(fields.map(({ name, value }) => [name, value.trim()]));
}

// Fills the fields again that somebody had filled.
export function fill(place, values) {
  for (const [name, value] of Object.entries(values)) {
    const field = [...place.querySelectorAll("input, select")].find((one) => one.name === name);
    if (field) field.value = value;
  }
}
