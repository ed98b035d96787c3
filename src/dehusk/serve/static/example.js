// A page to try the playground with, that we wrote.
export const EXAMPLE = `<!doctype html><html lang="en"><head><title>How to make tea - Kitchen Notes</title></head><body>
<header><a href="/">Kitchen Notes</a><nav><ul><li><a href="/bread">Bread</a><li><a href="/soup">Soup</a>
<li><a href="/tea">Tea</a></ul></nav></header><div class="banner">We use cookies. <button>Fine</button></div>
<main><article><h1>How to make tea</h1><p class="byline">By Ann Leaf, 3 May 2024</p>
<p>Good tea needs little: fresh water, leaves that were kept dry, and a few minutes in which nobody is in a hurry.</p>
<h2>The water</h2><p>Bring fresh, cold water to the boil and use it at once. For green tea, let it stand until it has
cooled to eighty degrees, or the leaves will turn bitter.</p><h2>The leaves</h2>
<p>Take a heaped teaspoon for each cup, and one for the pot. Pour the water over them and put on the lid:</p>
<ul><li>black tea: four minutes</li><li>green tea: two minutes</li><li>herbs: as long as you like</li></ul>
<p>Strain it, pour it, and drink it while it is hot.</p></article>
<aside><h3>Most read</h3><ul><li><a href="/1">Ten breads in ten days</a><li><a href="/2">The soup of my aunt</a></ul>
<p>Subscribe to our newsletter and never miss a recipe!</p></aside></main>
<footer><p>© 2024 Kitchen Notes. <a href="/terms">Terms</a> · <a href="/privacy">Privacy</a></p></footer></body></html>`;
