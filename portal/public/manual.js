// The manual's search, the place in the other language, and the portal's theme where one was chosen. A file of its own,
// since the content security policy allows no inline script.
import { excerptOf, findPlaces } from '/manual/search.js';

try {
  const theme = localStorage.getItem('tonle.theme');
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the system's theme it is.
}
const field = document.querySelector('input[type=search]');
// The line that says how many were found is always there, so that it is read out when it changes.
const [article, heading, list, count] = ['article', '.found h1', '.found ol', '.found p'].map((it) =>
  document.querySelector(it),
);
let places;
const load = () => {
  places ??= fetch(field.dataset.words).then((answer) => answer.json());
  return places;
};
const element = (name, text) => {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
};
const show = (found, text) => {
  list.replaceChildren(
    ...found.slice(0, 20).map((place) => {
      const link = element('a', place.title);
      link.href = place.to;
      // A place on this very page changes no page, so the search ends by itself.
      link.addEventListener('click', () => search(''));
      const item = document.createElement('li');
      item.append(link, element('small', place.in), element('p', excerptOf(place, text)));
      return item;
    }),
  );
  count.textContent = found.length === 0 ? field.dataset.nothing : `${found.length} ${field.dataset.found}`;
};
const search = async (text) => {
  field.value = text;
  const isSearch = text.trim().length > 1;
  if (isSearch) {
    const all = await load();
    if (field.value !== text) return;
    show(findPlaces(all, text), text);
  } else {
    count.textContent = '';
    list.replaceChildren();
  }
  article.hidden = isSearch;
  heading.hidden = !isSearch;
};
field.addEventListener('input', () => search(field.value));
field.addEventListener('focus', load, { once: true });
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') search('');
  if (event.key !== '/' || event.target === field) return;
  event.preventDefault();
  field.focus();
});
// The other language has the same places.
document.querySelector('.ways [hreflang]').addEventListener('click', (event) => {
  event.currentTarget.hash = location.hash;
});
const asked = new URLSearchParams(location.search).get('q');
if (asked) search(asked);
