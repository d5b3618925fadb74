// An item's buttons. A pressed one stays marked and the others are disabled.
import type { Button, Item } from '@parlance/contract/items/schemas'
import { buttonText } from '@parlance/contract/items/submissions'
import { useId, type KeyboardEvent } from 'react'
import { OpenIcon } from '../item-icons.tsx'
import { LINK_REL, webUrl } from '../links.ts'
import { isUsed, type ItemParts, type ItemProps } from './item-props.ts'

interface ButtonsProps extends Omit<ItemProps, 'item'>, Pick<ItemParts, 'texts'> {
  readonly buttons: readonly Button[]
  readonly item: Item
  readonly className: string
  /** The group's accessible name. */
  readonly label: { readonly 'aria-label': string } | { readonly 'aria-labelledby': string }
  /** Number of the item's buttons before these. */
  readonly before?: number
}

export function Buttons({ buttons, className, label, before = 0, ...rest }: ButtonsProps) {
  return (
    <fieldset className={className} {...label}>
      {buttons.map((button, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an item never changes
        <ItemButton key={index} button={button} index={before + index} {...rest} />
      ))}
    </fieldset>
  )
}

interface ButtonProps extends Pick<ButtonsProps, 'item' | 'sent' | 'actions' | 'texts'> {
  readonly button: Button
  readonly index: number
}

function ItemButton({ button, index, item, sent, actions, texts }: ButtonProps) {
  const { name, request } = button
  if (request.type === 'open_url') {
    const href = webUrl(request.payload)
    return href ? (
      <a className="chip" href={href} target="_blank" rel={LINK_REL} title={texts.openPage} onKeyDown={walk}>
        <span dir="auto">{name}</span>
        <OpenIcon />
      </a>
    ) : null
  }
  const used = isUsed(sent)
  const pressed = used && sent.button === index
  // Several cards of a carousel can be used.
  const off = !actions?.ready || (used && item.type !== 'carousel')
  const press = () => {
    const text = buttonText(item, index)
    if (!off && text !== undefined) actions.send({ button: index }, text)
  }
  return (
    // Not `disabled`, so that the pressed button keeps the focus.
    <button
      type="button"
      className="chip"
      aria-pressed={pressed}
      aria-disabled={off}
      onClick={press}
      onKeyDown={walk}
      dir="auto"
    >
      {name}
    </button>
  )
}

/** Arrow keys move between a group's buttons, which are also tab stops. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event
  if (!/^Arrow(?:Left|Right|Up|Down)$/.test(key)) return
  event.preventDefault()
  const forwards = document.documentElement.dir === 'rtl' ? 'Left' : 'Right'
  const by = key.endsWith(forwards) || key.endsWith('Down') ? 1 : -1
  const stops = [...(currentTarget.parentElement?.children ?? [])] as HTMLElement[]
  stops[(stops.indexOf(currentTarget) + by + stops.length) % stops.length]?.focus()
}

export function Choice({ item, sent, actions, texts, Markdown }: ItemProps<'choice'> & ItemParts) {
  const id = useId()
  return (
    <>
      {item.message && (
        <div className="bubble" id={id}>
          <Markdown text={item.message} done />
        </div>
      )}
      <Buttons
        className="choice"
        buttons={item.buttons}
        item={item}
        sent={sent}
        actions={actions}
        texts={texts}
        label={item.message ? { 'aria-labelledby': id } : { 'aria-label': texts.choose }}
      />
    </>
  )
}
