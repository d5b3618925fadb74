// Items of an answer: read-only in transcripts, interactive in tests.
import { Form } from '@parlance/chat-ui/items/form.tsx'
import {
  MessageItems as Items,
  readOnly,
  type ItemUse,
  type MessageParts,
} from '@parlance/chat-ui/items/message-items.tsx'
import { RichItem } from '@parlance/chat-ui/items/rich-item.tsx'
import { MarkdownView } from '@parlance/chat-ui/markdown/markdown-view.tsx'
import type { Citations } from '@parlance/chat-ui/sources/link-citations.ts'
import type { Item } from '@parlance/contract/items/schemas'
import classes from './chat.module.css'
import { useChatTexts } from './use-chat-texts.ts'

const parts: MessageParts = {
  Markdown: (props) => <MarkdownView {...props} texts={useChatTexts()} />,
  Form: (props) => <Form {...props} texts={useChatTexts()} />,
  RichItem: (props) => <RichItem {...props} texts={useChatTexts()} Markdown={parts.Markdown} />,
}

interface Props {
  readonly items: readonly Item[]
  readonly use?: ItemUse | undefined
  /** The last text is still growing. */
  readonly growing?: boolean
  readonly citations?: Citations | undefined
}

/** Inside a message. */
export const MessageItems = ({ items, use = readOnly, growing = false, citations }: Props) => (
  <Items items={items} use={use} growing={growing} citations={citations} parts={parts} />
)

/** Agent text without other items. */
export const AgentText = ({ text }: { text: string }) => (
  <div className={classes.chat}>
    <parts.Markdown text={text} done />
  </div>
)

/** Items outside a conversation. */
export const LooseItems = (props: Props) => (
  <div className={classes.chat}>
    <div className="theirs">
      <div className="body">
        <MessageItems {...props} />
      </div>
    </div>
  </div>
)
