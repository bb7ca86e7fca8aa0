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
const chapters = document.querySelector('#chapters');
// The line that says how many were found is always there, so that it is read out when it changes.
const [text, found, heading, list, count] = ['main', '.found', '.found h1', '.found ol', '.found p'].map(
  (it) => document.querySelector(it),
);
let places;
const load = () => {
  places ??= fetch(field.dataset.words).then((answer) => answer.json());
  return places;
};
const element = (name, content) => {
  const made = document.createElement(name);
  made.textContent = content;
  return made;
};
const show = (those, words) => {
  list.replaceChildren(
    ...those.map((place) => {
      const link = element('a', place.title);
      link.href = place.to;
      const item = document.createElement('li');
      item.append(link, element('small', place.in), element('p', excerptOf(place, words)));
      return item;
    }),
  );
  count.textContent = those.length === 0 ? field.dataset.nothing : `${those.length} ${field.dataset.found}`;
};
/** The address keeps the words, so that Back from what was found brings the search back. */
const keep = (words) => {
  const address = new URL(location.href);
  if (words === '') address.searchParams.delete('q');
  else address.searchParams.set('q', words);
  if (address.href !== location.href) history.replaceState(null, '', address);
};
const search = async (words) => {
  field.value = words;
  const isSearch = words.trim().length > 1;
  keep(isSearch ? words : '');
  if (isSearch) {
    const all = await load();
    if (field.value !== words) return;
    show(findPlaces(all, words), words);
  } else {
    count.textContent = '';
    list.replaceChildren();
  }
  text.hidden = isSearch;
  // What is found is then what the page is about.
  found.role = isSearch ? 'main' : null;
  heading.hidden = !isSearch;
};
field.addEventListener('input', () => search(field.value));
field.addEventListener('focus', load, { once: true });
field.addEventListener('keydown', async (event) => {
  if (event.key !== 'Enter' || event.isComposing) return;
  await search(field.value);
  list.querySelector('a')?.click();
});
document.addEventListener('keydown', (event) => {
  // The chapters, where they are open, are what it closes.
  if (event.key === 'Escape' && !chapters.matches(':popover-open')) search('');
  if (event.key !== '/' || event.target === field) return;
  event.preventDefault();
  chapters.hidePopover();
  field.focus();
});
// The other language has the same places, and finds the same.
document.querySelector('.ways [hreflang]').addEventListener('click', (event) => {
  event.currentTarget.hash = location.hash;
  event.currentTarget.search = location.search;
});
const asked = new URLSearchParams(location.search).get('q');
if (asked) search(asked);
