// SVG diagrams of boxes and arrows, in the style of the product's canvas.
import { type Html, html } from './html.ts'

interface Box {
  readonly x: number
  readonly y: number
  readonly width?: number
  readonly name: string
  readonly text: string
  readonly on?: boolean
}
interface Drawing {
  readonly label: string
  readonly width: number
  readonly height: number
  readonly boxes: readonly Box[]
  /** Path data of the arrows and their heads. */
  readonly ways: string
  readonly tips: string
  /** Labels of arrows; `x` is their right end. */
  readonly words?: readonly { readonly x: number; readonly y: number; readonly text: string }[]
}

const drawing = ({ label, width, height, boxes, ways, tips, words = [] }: Drawing): Html =>
  html`<div class="panel canvas">
    <svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${label}">
      <path class="way" d="${ways}" />
      <path class="tip" d="${tips}" />
      ${boxes.map(
        (box) =>
          html`<g class="node${box.on ? ' on' : ''}">
            <rect x="${box.x}" y="${box.y}" width="${box.width ?? 144}" height="64" rx="10" />
            <text class="name" x="${box.x + 16}" y="${box.y + 27}">${box.name}</text>
            <text x="${box.x + 16}" y="${box.y + 48}">${box.text}</text>
          </g>`,
      )}
      ${words.map(({ x, y, text }) => html`<text class="when" x="${x}" y="${y}">${text}</text>`)}
    </svg>
  </div>`

export const graph = (): Html =>
  drawing({
    label: 'Four steps: Welcome leads to Appointment or to Questions, Appointment leads to Read back and confirm',
    width: 520,
    height: 300,
    ways: 'M168 150C200 150 196 78 228 78M168 150C200 150 196 222 228 222M372 78C388 78 376 78 392 78',
    tips: 'm222 74 6 4-6 4M222 218l6 4-6 4M386 74l6 4-6 4',
    boxes: [
      { x: 24, y: 118, name: 'Welcome', text: 'What do you need?' },
      { x: 228, y: 46, name: 'Appointment', text: 'name, day, email', on: true },
      { x: 228, y: 190, name: 'Questions', text: 'from the knowledge' },
      { x: 392, y: 46, width: 112, name: 'Confirm', text: 'reads it back' },
    ],
    words: [
      { x: 190, y: 94, text: 'wants a visit' },
      { x: 190, y: 214, text: 'asks something' },
    ],
  })

const THREE_TO_ONE = 'M164 56C192 56 168 150 196 150M164 150H196M164 244C192 244 168 150 196 150'
const ONE_TO_THREE = 'M340 150C368 150 344 56 372 56M340 150H372M340 150C368 150 344 244 372 244'
const THREE_TIPS = 'm366 52 6 4-6 4M366 146l6 4-6 4M366 240l6 4-6 4'

/** Sources and channels of an agent. */
export const around = (): Html =>
  drawing({
    label:
      'Files, web pages and your own words lead to an agent; people meet it on a website, through the API and on a page to share',
    width: 536,
    height: 300,
    ways: THREE_TO_ONE + ONE_TO_THREE,
    tips: THREE_TIPS + 'M190 146l6 4-6 4',
    boxes: [
      { x: 20, y: 24, name: 'Files', text: 'PDF, Word, tables' },
      { x: 20, y: 118, name: 'Web', text: 'pages, sites' },
      { x: 20, y: 212, name: 'Words', text: 'texts, answers' },
      { x: 196, y: 118, name: 'Your agent', text: 'model, steps, tools', on: true },
      { x: 372, y: 24, name: 'Website', text: 'the widget' },
      { x: 372, y: 118, name: 'API', text: 'streams, OpenAI' },
      { x: 372, y: 212, name: 'Share page', text: 'to send around' },
    ],
  })

export const process = (): Html =>
  drawing({
    label:
      'One process serves dashboard, widget and API; it keeps data in a database per region and asks models, or their simulation',
    width: 536,
    height: 300,
    ways: THREE_TO_ONE + ONE_TO_THREE,
    tips: THREE_TIPS + 'M190 146l6 4-6 4',
    boxes: [
      { x: 20, y: 24, name: 'Dashboard', text: 'for your team' },
      { x: 20, y: 118, name: 'Widget', text: 'for visitors' },
      { x: 20, y: 212, name: 'API', text: 'for programs' },
      { x: 196, y: 118, name: 'npm start', text: 'one process', on: true },
      { x: 372, y: 24, name: 'eu', text: 'database, files' },
      { x: 372, y: 118, name: 'na', text: 'database, files' },
      { x: 372, y: 212, name: 'Models, mail', text: 'yours or simulated' },
    ],
  })
