// The vendors' limits as data. Checked against their documentation in November 2026.
import type { ChannelId } from './list.ts'

export interface TextLimit {
  readonly max: number
  /** UTF-16 units, or bytes of UTF-8. */
  readonly unit: 'characters' | 'bytes'
}

export interface Capabilities {
  /** Formatting: `markdown` all, `basic` emphasis, code and links, `plain` none, `spoken` read aloud. */
  readonly text: TextLimit & { readonly format: 'markdown' | 'basic' | 'plain' | 'spoken' }
  readonly buttons: { readonly max: number; readonly label: number }
  readonly list?: { readonly max: number; readonly label: number }
  /** Buttons that open a URL; `mixed` is the maximum when answer and URL buttons are combined. */
  readonly links: { readonly max: number; readonly label: number; readonly mixed: number }
  readonly visual: 'shown' | 'link' | 'said'
  /** The types of picture it takes, as their addresses end; absent if it takes all. */
  readonly pictures?: readonly string[]
  readonly card?: { readonly title: number; readonly text: number; readonly buttons: number }
  /** Cards side by side; `uniform` if all need a picture and the same buttons. */
  readonly carousel?: { readonly min: number; readonly max: number; readonly text: number; readonly uniform: boolean }
  readonly iFrame: 'shown' | 'link' | 'said'
  readonly form: boolean
  /** `media`: pictures, audio and video only. */
  readonly file: 'shown' | 'media' | 'link' | 'said'
  readonly upload: boolean
}

const EVERYTHING: Capabilities = {
  text: { format: 'markdown', max: 10_000, unit: 'characters' },
  buttons: { max: 30, label: 200 },
  links: { max: 30, label: 200, mixed: 30 },
  visual: 'shown',
  card: { title: 200, text: 2000, buttons: 10 },
  carousel: { min: 1, max: 10, text: 2000, uniform: false },
  iFrame: 'shown',
  form: true,
  file: 'shown',
  upload: true,
}

const META: Capabilities = {
  text: { format: 'plain', max: 2000, unit: 'characters' },
  buttons: { max: 13, label: 20 },
  links: { max: 3, label: 20, mixed: 3 },
  visual: 'shown',
  card: { title: 80, text: 80, buttons: 3 },
  carousel: { min: 1, max: 10, text: 80, uniform: false },
  iFrame: 'link',
  form: false,
  file: 'shown',
  upload: true,
}

export const WRITTEN: Capabilities = {
  text: { format: 'plain', max: 10_000, unit: 'characters' },
  buttons: { max: 0, label: 0 },
  links: { max: 0, label: 0, mixed: 0 },
  visual: 'link',
  iFrame: 'link',
  form: false,
  file: 'link',
  upload: true,
}
export const CAPABILITIES: Readonly<Record<ChannelId, Capabilities>> = {
  'web-chat': EVERYTHING,
  test: EVERYTHING,
  api: EVERYTHING,
  telegram: {
    text: { format: 'basic', max: 4096, unit: 'characters' },
    buttons: { max: 30, label: 64 },
    links: { max: 30, label: 64, mixed: 30 },
    visual: 'shown',
    // Both share the caption of 1,024 characters.
    card: { title: 200, text: 800, buttons: 10 },
    iFrame: 'link',
    form: false,
    file: 'shown',
    upload: true,
  },
  whatsapp: {
    text: { format: 'basic', max: 4096, unit: 'characters' },
    buttons: { max: 3, label: 20 },
    list: { max: 10, label: 24 },
    links: { max: 1, label: 20, mixed: 0 },
    visual: 'shown',
    pictures: ['jpg', 'jpeg', 'png'],
    // Both share the body of 1,024 characters under the picture.
    card: { title: 200, text: 800, buttons: 3 },
    carousel: { min: 2, max: 10, text: 160, uniform: true },
    iFrame: 'link',
    form: false,
    file: 'shown',
    upload: true,
  },
  messenger: META,
  instagram: { ...META, text: { format: 'plain', max: 1000, unit: 'bytes' }, file: 'media' },
  discord: {
    text: { format: 'markdown', max: 2000, unit: 'characters' },
    buttons: { max: 25, label: 80 },
    links: { max: 25, label: 80, mixed: 25 },
    visual: 'shown',
    card: { title: 256, text: 4096, buttons: 25 },
    carousel: { min: 1, max: 10, text: 4096, uniform: false },
    iFrame: 'link',
    form: false,
    file: 'shown',
    upload: true,
  },
  sms: {
    text: { format: 'plain', max: 1600, unit: 'characters' },
    buttons: { max: 0, label: 0 },
    links: { max: 0, label: 0, mixed: 0 },
    visual: 'link',
    iFrame: 'link',
    form: false,
    file: 'link',
    upload: false,
  },
  // As text, so that every mail program shows it and nothing is executed.
  email: WRITTEN,
  webhook: WRITTEN,
  voice: {
    text: { format: 'spoken', max: 10_000, unit: 'characters' },
    buttons: { max: 0, label: 0 },
    links: { max: 0, label: 0, mixed: 0 },
    visual: 'said',
    iFrame: 'said',
    form: false,
    file: 'said',
    upload: false,
  },
}
