/** The Shotclock logo: a stopwatch. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" style={{ flex: 'none' }}>
      <rect width="32" height="32" rx="8" fill="#4f46e5" />
      <g fill="none" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round">
        <circle cx="16" cy="17" r="8.5" />
        <path d="M16 12.2V17l3.4 2.4M13 5.2h6" />
      </g>
    </svg>
  );
}
