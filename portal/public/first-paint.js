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
  const isDark = () => {
    const chosen = read('tonle.theme');
    return chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  };
  const root = document.documentElement;
  const dress = (dark) => root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  dress(isDark());
  root.style.backgroundColor = isDark() ? '#11171b' : '#ffffff';
  root.lang = read('tonle.language') === 'km' ? 'km' : 'en';
  // From then on the style sheets say it, also beside a dialog and after the theme was changed.
  document.addEventListener('DOMContentLoaded', () => root.style.removeProperty('background-color'));
  // Paper is white, whatever the screen is.
  window.addEventListener('beforeprint', () => dress(false));
  window.addEventListener('afterprint', () => dress(isDark()));
})();
