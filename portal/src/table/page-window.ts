const windowSize = 5;

/** The pages in sight: a window of five, with the first and the last beside it (1-portal.md section 9). */
export function pageWindow(page: number, pages: number): (number | 'gap')[] {
  const first = Math.max(1, Math.min(page - Math.floor(windowSize / 2), pages - windowSize + 1));
  const last = Math.min(pages, first + windowSize - 1);
  const shown: (number | 'gap')[] = [];
  if (first > 1) shown.push(1);
  if (first > 2) shown.push('gap');
  for (let it = first; it <= last; it += 1) shown.push(it);
  if (last < pages - 1) shown.push('gap');
  if (last < pages) shown.push(pages);
  return shown;
}
