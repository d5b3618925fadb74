// Line drawings of 24 by 24 with a stroke of 1.5, drawn for this site.
import { type Html, html, raw } from './html.ts'

const PATHS = {
  book: 'M12 6c-2-1.3-4.4-1.7-8-1.5v13.5c3.6-.2 6 .2 8 1.5 2-1.3 4.4-1.7 8-1.5V4.5C16.4 4.3 14 4.7 12 6v13.5',
  steps: 'M4 4.5h6v5H4zM14 14.5h6v5h-6zM10 7h3a3 3 0 0 1 3 3v4.5',
  why: 'M4 6.5h9M4 12h6M4 17.5h9M16.5 9.5a2 2 0 1 1 2.6 1.9c-.7.3-1.1.8-1.1 1.6v.5M18 16.5v.1',
  flask: 'M9.5 4h5M10.5 4v6L5.5 18.5A1.5 1.5 0 0 0 6.8 20.5h10.4a1.5 1.5 0 0 0 1.3-2L13.5 10V4M8 15h8',
  plug: 'M9 4v4M15 4v4M6.5 8h11v3a5.5 5.5 0 0 1-11 0zM12 16.5V20',
  chart: 'M4.5 19.5h15M7 16v-5M12 16V5.5M17 16V9',
  bubble: 'M5 5h14v11h-8l-4 3.5V16H5zM9 9.5h6M9 12.5h4',
  mic: 'M12 4a2.5 2.5 0 0 1 2.5 2.5v4a2.5 2.5 0 0 1-5 0v-4A2.5 2.5 0 0 1 12 4M6.5 10.5a5.5 5.5 0 0 0 11 0M12 16v4',
  globe: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16M4 12h16M12 4c4.5 5 4.5 11 0 16M12 4c-4.5 5-4.5 11 0 16',
  code: 'M8.5 8 4.5 12l4 4M15.5 8l4 4-4 4M13.5 5.5l-3 13',
  people:
    'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6M3.5 19a5.5 5.5 0 0 1 11 0M16 5.5a3 3 0 0 1 0 5.5M17.5 14a5.5 5.5 0 0 1 3 5',
  shield: 'M12 4l7 2.5v5c0 4-2.7 7-7 8.5-4.3-1.5-7-4.5-7-8.5v-5zM9 12l2.2 2.2L15.2 10',
  coins:
    'M12 9.5c3.9 0 7-1 7-2.5S15.9 4.5 12 4.5 5 5.5 5 7s3.1 2.5 7 2.5M5 7v5c0 1.5 3.1 2.5 7 2.5s7-1 7-2.5V7M5 12v5c0 1.5 3.1 2.5 7 2.5s7-1 7-2.5v-5',
  phone: 'M6 4.5h3l1.5 4-2 1.5a9 9 0 0 0 5 5l1.5-2 4 1.5v3a1.5 1.5 0 0 1-1.6 1.5A14 14 0 0 1 4.5 6 1.5 1.5 0 0 1 6 4.5',
  out: 'M8 8h8v8M16 8l-9 9',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  menu: 'M4.5 8h15M4.5 16h15',
  sun: 'M12 8.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7M12 3.5V5M12 19v1.5M3.5 12H5M19 12h1.5M6 6l1 1M17 17l1 1M18 6l-1 1M7 17l-1 1',
  file: 'M7 4h7l4 4v12H7zM14 4v4h4',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  search: 'M10.5 5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11M14.5 14.5L19 19',
  send: 'M12 19V5M6 11l6-6 6 6',
} as const
export type IconName = keyof typeof PATHS

/** Decorative: the text next to it has the meaning. */
export const icon = (name: IconName, size = 22): Html =>
  html`<svg
    class="icon"
    width="${size}"
    height="${size}"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="1.5"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d="${raw(PATHS[name])}" />
  </svg>`
