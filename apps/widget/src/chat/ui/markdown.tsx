// Markdown in a message: plain text until its renderer is loaded.
import { onDemand } from '../features/on-demand.tsx'
import type { MessageParts } from '@parlance/chat-ui/items/message-items.tsx'
import type { ComponentProps } from 'react'

type Props = ComponentProps<MessageParts['Markdown']>

/** Plain text without markup, about as large as the rendered result. */
const bare = (text: string) => text.replace(/\*\*|__|`+|^#+ |^> /gm, '').replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')

function Plain({ text }: Props) {
  return (
    <div className="md plain" dir="auto">
      {bare(text)
        .split(/\n{2,}/)
        .map((paragraph, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a text only grows at its end
          <p key={index}>{paragraph}</p>
        ))}
    </div>
  )
}

const MARKS = /[*_`#[\]<>|~\\]|:\/\/|^\s*(?:[-+]|\d+[.)])\s/m

export const Markdown = onDemand<Props>(
  () => import('./markdown-view.tsx'),
  Plain,
  ({ text }) => MARKS.test(text),
)
