// Swatches of a colour's shades; a press copies the hex value.
import { Text, UnstyledButton } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { notify } from '../feedback/notify.ts'
import classes from './color-palette.module.css'

export interface Shade {
  /** Its name: `Primary 50`. */
  name: string
  /** `#rrggbb` */
  hex: string
}

export function Palette({ label, shades }: { label: string; shades: readonly Shade[] }) {
  const { t } = useTranslation()
  const clipboard = useClipboard()
  const copy = (hex: string) => {
    clipboard.copy(hex)
    notify.success(t('common.copied'), { id: 'copied' })
  }
  return (
    <ul className={classes.shades} aria-label={label}>
      {shades.map(({ name, hex }) => (
        <li key={name}>
          <UnstyledButton
            className={classes.swatch}
            title={hex}
            aria-label={t('area.palette.copy', { name, hex })}
            onClick={() => copy(hex)}
          >
            <span className={classes.colour} style={{ background: hex }} />
            <Text span size="xs" className="truncate">
              {name}
            </Text>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
