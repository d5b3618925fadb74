/** Messages as the simulator's chats show them. */
interface ShownOption {
  readonly text: string
  readonly url?: string
  readonly id?: string
}
export interface ShownMessage {
  readonly id: string
  readonly from: 'visitor' | 'business'
  readonly text: string
  readonly picture?: string
  readonly options: readonly ShownOption[]
  readonly isList: boolean
  /** The business's reaction to a message of the visitor. */
  reaction?: string
}

interface Rows {
  readonly text?: { body: string }
  readonly image?: { link?: string; caption?: string }
  readonly document?: { link?: string; filename?: string }
  readonly video?: { link?: string }
  readonly audio?: { link?: string }
  readonly interactive?: {
    readonly type: string
    readonly header?: { image?: { link?: string } }
    readonly body: { text: string }
    readonly action: {
      readonly buttons?: { reply?: { id: string; title: string } }[]
      readonly sections?: { rows: { id: string; title: string }[] }[]
      readonly parameters?: { display_text: string; url: string }
      readonly cards?: {
        body: { text: string }
        action: {
          buttons?: { quick_reply: { id: string; title: string } }[]
          parameters?: { display_text: string; url: string }
        }
      }[]
    }
  }
}
const linkOption = (given: { display_text: string; url: string } | undefined): ShownOption[] =>
  given ? [{ text: given.display_text, url: given.url }] : []

export function shownOf(given: Readonly<Record<string, unknown>>, template: string): Omit<ShownMessage, 'id'> {
  const body = given as Rows
  const { interactive } = body
  const cards = interactive?.action.cards ?? []
  const picture = body.image?.link ?? interactive?.header?.image?.link
  return {
    from: 'business',
    text: [
      body.text?.body,
      interactive?.body.text,
      ...cards.map((card) => card.body.text),
      body.image?.caption,
      body.document && [body.document.filename, body.document.link].filter(Boolean).join(': '),
      body.video?.link,
      body.audio?.link,
      template,
    ]
      .filter(Boolean)
      .join('\n'),
    ...(picture === undefined ? {} : { picture }),
    options: [
      ...(interactive?.action.buttons ?? []).flatMap(({ reply }) =>
        reply ? [{ text: reply.title, id: reply.id }] : [],
      ),
      ...(interactive?.action.sections ?? []).flatMap(({ rows }) => rows.map(({ id, title }) => ({ text: title, id }))),
      ...linkOption(interactive?.action.parameters),
      ...cards.flatMap(({ action }) => [
        ...(action.buttons ?? []).map(({ quick_reply: { id, title } }) => ({ text: title, id })),
        ...linkOption(action.parameters),
      ]),
    ],
    isList: interactive?.type === 'list',
  }
}
