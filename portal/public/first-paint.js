// Sets theme and language before the first paint, so that neither flashes. A file of its own, since the
// content security policy allows no inline script.
(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const chosen = read('tonle.theme');
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  const root = document.documentElement;
  const scheme = 'data-mantine-color-scheme';
  root.setAttribute(scheme, dark ? 'dark' : 'light');
  root.style.backgroundColor = dark ? '#11171b' : '#ffffff';
  root.lang = read('tonle.language') === 'km' ? 'km' : 'en';
  // From then on the style sheets say it, also beside a dialog and after the theme was changed.
  document.addEventListener('DOMContentLoaded', () => root.style.removeProperty('background-color'));
  // Paper is white, whatever the screen is.
  let onScreen = null;
  window.addEventListener('beforeprint', () => {
    onScreen = root.getAttribute(scheme);
    root.setAttribute(scheme, 'light');
  });
  window.addEventListener('afterprint', () => root.setAttribute(scheme, onScreen));
})();
