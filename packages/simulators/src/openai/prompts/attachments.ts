/** Separates the text of a message from the lines that name its files and pictures. */
import type { ChatMessage } from '../protocol/types.ts'

/** The lines that the product adds to a message for its attachments. */
const LINE = /^\[(?:Picture|File): [^\]\n]{1,200}\]$|^\[Voice note\]$/gm

export const attachedText = (text: string): string =>
  text
    .replaceAll(LINE, '')
    .replaceAll(/\n{2,}/g, '\n')
    .trim()

export const hasAttachment = (text: string): boolean => text.search(LINE) >= 0

const PICTURE = /^\[Picture: /m

/** Whether the message names a picture that came with it. */
export const namesPicture = (text: string): boolean => PICTURE.test(text)

export const picturesIn = (message: ChatMessage | undefined): number =>
  Array.isArray(message?.content) ? message.content.filter(({ type }) => type === 'image_url').length : 0
