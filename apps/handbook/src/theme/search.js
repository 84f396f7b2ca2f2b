// The search page. Pagefind loads only the parts of the index that a search needs.
const mostPages = 20;
const sectionsPerPage = 3;

const form = document.querySelector('main form');
const input = form.elements.q;
const status = document.querySelector('#status');
const results = document.querySelector('#results');
const pagefind = await import('./pagefind/pagefind.js');

async function search() {
  const term = input.value.trim();
  const url = new URL(location.href);
  url.search = term === '' ? '' : new URLSearchParams({ q: term });
  history.replaceState(null, '', url);
  document.title = `${term === '' ? 'Search' : term} · Shotclock handbook`;
  if (term === '') return show([], '');
  const found = await pagefind.debouncedSearch(term, {}, 150);
  // Null if the reader has typed on.
  if (found === null) return;
  const pages = await Promise.all(found.results.slice(0, mostPages).map((result) => result.data()));
  const count = found.results.length;
  show(
    pages,
    `${count === 0 ? 'No page contains' : `${count} ${count === 1 ? 'page contains' : 'pages contain'}`} “${term}”.`,
  );
}

function show(pages, text) {
  status.textContent = text;
  results.replaceChildren(...pages.flatMap(entriesOf));
}

/** The sections of a page that contain the term. */
function entriesOf(page) {
  return page.sub_results.slice(0, sectionsPerPage).map(({ url, title, excerpt }) => {
    const entry = document.createElement('li');
    const link = document.createElement('a');
    link.href = url;
    link.textContent = title === page.meta.title ? title : `${page.meta.title} · ${title}`;
    const text = document.createElement('p');
    // Pagefind escapes the text of the page, and marks the terms.
    text.innerHTML = excerpt;
    entry.append(link, text);
    return entry;
  });
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  search();
});
input.addEventListener('input', search);
input.value = new URLSearchParams(location.search).get('q') ?? '';
input.focus();
await search();
