/** The bank's emblem while it has given no logo of its own, as the portal draws it. */
export const bankEmblem =
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28" fill="none">
<rect width="28" height="28" rx="7" fill="#5c1a33"/>
<g stroke="#f5c98a" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">
<path d="M14 6.5v15M7.5 10.25l13 7.5M7.5 17.75l13-7.5"/>
<path d="M11.8 7.6 14 9.6l2.2-2M11.8 20.4l2.2-2 2.2 2M7.4 12.9l2.7-.9-.5-2.9M20.6 12.9l-2.7-.9.5-2.9M7.4 15.1l2.7.9-.5 2.9M20.6 15.1l-2.7.9.5 2.9"/>
</g></svg>`);
