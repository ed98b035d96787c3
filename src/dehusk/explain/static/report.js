'use strict';
(() => {
  const find = document.getElementById('find');
  const reason = document.getElementById('reason');
  const hits = document.getElementById('hits');
  const blocks = [...document.querySelectorAll('li')];
  document.querySelector('.search').hidden = false;
  const has = (block, text) =>
    [...block.querySelectorAll('.reason span')].some((span) => span.textContent === text);
  const filter = () => {
    const wanted = find.value.trim().toLowerCase();
    let shown = 0;
    for (const block of blocks) {
      const hit = (!wanted || block.textContent.toLowerCase().includes(wanted))
        && (!reason.value || has(block, reason.value));
      block.classList.toggle('miss', !hit);
      shown += hit;
    }
    const sifted = Boolean(wanted || reason.value);
    document.querySelector('main').classList.toggle('sifted', sifted);
    hits.textContent = sifted ? shown.toLocaleString('en') : '';
  };
  find.addEventListener('input', filter);
  reason.addEventListener('change', filter);
  document.querySelector('.toolbar').addEventListener('submit', (event) => event.preventDefault());
})();
