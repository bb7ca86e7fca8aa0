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
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  document.documentElement.style.backgroundColor = dark ? '#11171b' : '#ffffff';
  document.documentElement.lang = read('tonle.language') === 'km' ? 'km' : 'en';
})();
