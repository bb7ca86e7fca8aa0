/** Tonle's mark: two rivers that meet. */
export const ProductMark = ({ size = 26 }: { size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 32 32"
    fill="none"
    strokeWidth="2.6"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <rect width="32" height="32" rx="8" fill="#0b5f6e" />
    <path d="M6.5 9.5c4.4 0 7.6 2.7 8.1 8.3l.1 6" stroke="#fff" />
    <path d="M25.500 9.500c-4.400 0-7.600 2.700-8.100 8.300l-.1 6" stroke="#f5c25f" />
  </svg>
);

/** The bank's emblem while it has given no logo of its own. */
export const BankMark = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 28 28" fill="none" aria-hidden="true">
    <rect width="28" height="28" rx="7" fill="#5c1a33" />
    <g stroke="#f5c98a" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round">
      <path d="M14 6.500v15M7.500 10.250l13 7.500M7.500 17.750l13-7.500" />
      <path d="M11.800 7.600 14 9.600l2.200-2M11.800 20.400l2.200-2 2.200 2M7.400 12.900l2.700-.9-.5-2.900M20.600 12.900l-2.700-.9.5-2.900M7.400 15.100l2.700.9-.5 2.900M20.600 15.100l-2.700.9.5 2.900" />
    </g>
  </svg>
);
