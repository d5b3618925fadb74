// Line drawings of empty states in the text colour and one accent.
import type { ReactNode } from 'react'

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      width="136"
      height="96"
      viewBox="0 0 136 96"
      fill="none"
      stroke="var(--mantine-color-dimmed)"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}
const accent = 'var(--mantine-color-iris-5)'
const soft = 'var(--pl-accent-soft)'

export const AgentDrawing = () => (
  <Drawing>
    <path d="M22 82h92" opacity=".5" />
    <rect x="42" y="30" width="52" height="40" rx="12" fill={soft} />
    <path d="M58 70v6a4 4 0 0 0 4 4h12a4 4 0 0 0 4-4v-6" />
    <path d="M68 30v-9" />
    <circle cx="68" cy="17" r="4" stroke={accent} />
    <circle cx="58" cy="47" r="2.5" fill={accent} stroke={accent} />
    <circle cx="78" cy="47" r="2.5" fill={accent} stroke={accent} />
    <path d="M60 58c4 4 12 4 16 0" stroke={accent} />
    <path d="M42 46h-5v10h5M94 46h5v10h-5" />
    <path d="M108 20v8M104 24h8M26 22v6M23 25h6" opacity=".6" />
  </Drawing>
)
export const PagesDrawing = () => (
  <Drawing>
    <path d="M22 82h92" opacity=".5" />
    <rect x="34" y="22" width="42" height="54" rx="6" transform="rotate(-6 55 49)" />
    <rect x="54" y="18" width="44" height="58" rx="6" fill={soft} />
    <path d="M63 32h18M63 41h26M63 50h26" />
    <path d="M63 60h16" stroke={accent} strokeWidth="3" />
    <circle cx="98" cy="66" r="10" fill="var(--pl-canvas)" stroke={accent} />
    <path d="m105.5 73.5 6.5 6.5" stroke={accent} />
  </Drawing>
)
export const TalkDrawing = () => (
  <Drawing>
    <path d="M30 24h46a8 8 0 0 1 8 8v16a8 8 0 0 1-8 8H48l-12 10V56h-6a8 8 0 0 1-8-8V32a8 8 0 0 1 8-8Z" />
    <path d="M36 36h34M36 44h22" />
    <path d="M94 42h12a8 8 0 0 1 8 8v14a8 8 0 0 1-8 8h-4v9l-11-9H72a8 8 0 0 1-8-8v-1" fill={soft} stroke={accent} />
    <path d="M84 60h16" stroke={accent} />
  </Drawing>
)
export const MailDrawing = () => (
  <Drawing>
    <path d="M22 82h92" opacity=".5" />
    <rect x="32" y="26" width="72" height="48" rx="8" fill={soft} />
    <path d="m34 32 28 22a10 10 0 0 0 12 0l28-22" stroke={accent} />
    <path d="M46 16h44" opacity=".5" />
  </Drawing>
)
export const LostDrawing = () => (
  <Drawing>
    <path d="M16 78c18 0 14-22 32-22s12 16 28 16 10-30 26-30" strokeDasharray="4 6" />
    <path d="M110 18c8 0 14 6 14 13 0 9-14 21-14 21S96 40 96 31c0-7 6-13 14-13Z" fill={soft} stroke={accent} />
    <path d="m106 27 8 8m0-8-8 8" stroke={accent} />
  </Drawing>
)
export const CoinDrawing = () => (
  <Drawing>
    <path d="M22 82h92" opacity=".5" />
    <ellipse cx="58" cy="34" rx="24" ry="9" fill={soft} />
    <path d="M34 34v12c0 5 11 9 24 9s24-4 24-9V34M34 46v12c0 5 11 9 24 9s24-4 24-9V46" />
    <circle cx="96" cy="60" r="13" fill="var(--pl-canvas)" stroke={accent} />
    <path d="M96 54v12M92.5 57.5h5a2.5 2.5 0 0 1 0 5h-3" stroke={accent} />
  </Drawing>
)
export const GraphDrawing = () => (
  <Drawing>
    <path d="M22 82h92" opacity=".5" />
    <rect x="24" y="36" width="30" height="20" rx="6" fill={soft} stroke={accent} />
    <rect x="82" y="16" width="30" height="20" rx="6" fill={soft} />
    <rect x="82" y="54" width="30" height="20" rx="6" fill={soft} />
    <path d="M54 46h8c10 0 6-20 16-20h4M62 46c10 0 6 18 16 18h4" />
    <path d="M90 26h14M90 64h10M32 46h12" stroke={accent} />
  </Drawing>
)
export const ToolDrawing = () => (
  <Drawing>
    <path d="M22 82h92" opacity=".5" />
    <rect x="28" y="30" width="44" height="36" rx="8" fill={soft} />
    <path d="m40 42-6 6 6 6M60 42l6 6-6 6M53 40l-6 16" />
    <path d="M72 48h14" stroke={accent} strokeDasharray="3 4" />
    <circle cx="100" cy="48" r="14" stroke={accent} />
    <path d="M94 48l4.5 4.5L107 44" stroke={accent} />
    <path d="M100 20v6M120 30l-4 4" opacity=".6" />
  </Drawing>
)
