// Buttons of an item: which was pressed, and pressing them.
import { Button as MantineButton } from '@mantine/core'
import type { Button, Item } from '@parlance/contract/items/schemas'
import { buttonText } from '@parlance/contract/items/submissions'
import { IconCheck, IconExternalLink } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyMarkdown } from '../content/lazy-markdown.tsx'
import classes from './items.module.css'
import type { ItemProps } from './item-props.ts'
import { webUrl } from './media.tsx'

interface ButtonsProps extends Omit<ItemProps, 'item'> {
  readonly buttons: readonly Button[]
  readonly item: Item
  /** Buttons of the item before these. */
  readonly before?: number
  readonly label: { readonly 'aria-label': string } | { readonly 'aria-labelledby': string }
}

export function Buttons({ buttons, before = 0, label, ...rest }: ButtonsProps) {
  return (
    <fieldset className={classes.buttons} {...label}>
      {buttons.map((button, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an item never changes
        <ItemButton key={index} button={button} index={before + index} {...rest} />
      ))}
    </fieldset>
  )
}

interface ButtonProps extends Omit<ItemProps, 'item'> {
  readonly button: Button
  readonly index: number
  readonly item: Item
}

function ItemButton({ button, index, item, sent, use }: ButtonProps) {
  const { t } = useTranslation()
  const { name, request } = button
  const look = { size: 'xs', radius: 'xl', className: classes.button } as const
  if (request.type === 'open_url') {
    const href = webUrl(request.payload)
    return href ? (
      <MantineButton
        {...look}
        variant="default"
        component="a"
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        title={t('items.opensOutside')}
        rightSection={<IconExternalLink size={14} stroke={1.5} aria-hidden />}
      >
        {name}
      </MantineButton>
    ) : null
  }
  const pressed = sent?.button === index
  // Several cards of a row may be asked about.
  const off = !use?.ready || (sent !== undefined && item.type !== 'carousel')
  const press = () => {
    const text = buttonText(item, index)
    if (!off && text !== undefined) use?.onSubmit({ button: index }, text)
  }
  return (
    // Not `disabled`: the focus stays on a pressed button, and a transcript stays readable.
    <MantineButton
      {...look}
      variant={pressed ? 'filled' : 'default'}
      aria-pressed={pressed}
      aria-disabled={off}
      data-off={off || undefined}
      leftSection={pressed && <IconCheck size={14} stroke={2} aria-hidden />}
      onClick={press}
    >
      {name}
    </MantineButton>
  )
}

export function Choice({ item, sent, use }: ItemProps<'choice'>) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div>
      {item.message && (
        <div id={id} className={classes.question}>
          <LazyMarkdown text={item.message} />
        </div>
      )}
      <Buttons
        buttons={item.buttons}
        item={item}
        sent={sent}
        use={use}
        label={item.message ? { 'aria-labelledby': id } : { 'aria-label': t('items.options') }}
      />
    </div>
  )
}
