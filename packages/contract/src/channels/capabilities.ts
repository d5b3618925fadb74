// What each channel can show of an item: the vendors' limits as data. Checked against their documents in November 2026.
import type { ChannelId } from './list.ts'

export interface TextLimit {
  readonly max: number
  /** What `max` counts: UTF-16 units, or bytes of UTF-8. */
  readonly unit: 'characters' | 'bytes'
}

export interface Capabilities {
  /** `markdown` all of it, `basic` emphasis, code and links, `plain` nothing, `spoken` is read out. */
  readonly text: TextLimit & { readonly format: 'markdown' | 'basic' | 'plain' | 'spoken' }
  /** Buttons under a message, and how long their labels may be; 0 where there are none. */
  readonly buttons: { readonly max: number; readonly label: number }
  /** A list to open, where there are more options than buttons. */
  readonly list?: { readonly max: number; readonly label: number }
  /** Buttons that open an address; `mixed` is how many buttons fit when some answer and some open. */
  readonly links: { readonly max: number; readonly label: number; readonly mixed: number }
  readonly visual: 'shown' | 'link' | 'said'
  /** Longest title and description, and how many buttons a card has. */
  readonly card?: { readonly title: number; readonly text: number; readonly buttons: number }
  /** Cards side by side; `uniform` where all must have a picture and buttons alike. */
  readonly carousel?: { readonly min: number; readonly max: number; readonly text: number; readonly uniform: boolean }
  readonly iFrame: 'shown' | 'link' | 'said'
  readonly form: boolean
  /** `media`: pictures, sound and film only. */
  readonly file: 'shown' | 'media' | 'link' | 'said'
  /** Whether visitors can send a file themselves. */
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

/** Messenger and Instagram share their templates. */
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

/** Plain words, and addresses written out. */
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
    // Both stand in the caption of 1,024 characters.
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
    // Both stand in the body of 1,024 characters under the picture.
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
  // Written as text, so that every mail program shows it and nothing in it runs.
  email: WRITTEN,
  // What a connection can show beyond that is ticked there.
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
