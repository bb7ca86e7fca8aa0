import styles from './login-page.module.css';

/** Two rivers that meet: lines from above and below run together to the right. Drawn, not loaded. */
const width = 822;
const height = 846;
const lines = 22;
const mix = (from: number, to: number, share: number) => Math.round((from + (to - from) * share) * 10) / 10;

function upper(share: number): string {
  const start = mix(96, 446, share);
  const meet = mix(345, 413, share ** 0.8);
  const end = mix(334, 398, share);
  return `M0 ${start}C${mix(150, 190, share)} ${mix(start + 26, start - 12, share)} 300 ${mix(300, 408, share)} 486 ${meet}S716 ${mix(392, 424, share)} ${width} ${end}`;
}

function lower(share: number): string {
  const start = mix(598, 1090, share);
  const meet = mix(452, 566, share);
  const end = mix(386, 494, share);
  return `M0 ${start}C${mix(200, 250, share)} ${mix(start - 44, start - 150, share)} ${mix(300, 330, share)} ${mix(478, 600, share)} 500 ${meet}S700 ${mix(424, 488, share)} ${width} ${end}`;
}

const shares = Array.from({ length: lines }, (_, index) => index / (lines - 1));
/** Two lines of the lower river are gold. */
const isGold = (index: number) => index === 3 || index === 6;

export const RiverArt = () => (
  <svg
    className={styles.river}
    viewBox={`0 0 ${width} ${height}`}
    preserveAspectRatio="xMidYMid slice"
    fill="none"
    aria-hidden="true"
  >
    <defs>
      <linearGradient id="river" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2={width} y2="0">
        <stop stopColor="#8fd0d8" stopOpacity="0.14" />
        <stop offset="0.6" stopColor="#a9dde3" stopOpacity="0.5" />
        <stop offset="1" stopColor="#d5f0f2" stopOpacity="0.85" />
      </linearGradient>
      <linearGradient id="gold" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2={width} y2="0">
        <stop stopColor="#f5c25f" stopOpacity="0.25" />
        <stop offset="0.6" stopColor="#f5c25f" stopOpacity="0.8" />
        <stop offset="1" stopColor="#f9d48b" />
      </linearGradient>
    </defs>
    {shares.map((share) => (
      <path key={share} d={upper(share)} stroke="url(#river)" strokeWidth="1.1" />
    ))}
    {shares.map((share, index) => (
      <path
        key={share}
        d={lower(share)}
        stroke={isGold(index) ? 'url(#gold)' : 'url(#river)'}
        strokeWidth={isGold(index) ? 1.5 : 1.1}
      />
    ))}
  </svg>
);
