import { Text, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import classes from './side-nav.module.css'

interface Props {
  folded: boolean
  icon: Icon
  tone: 'plain' | 'warning'
  title: string
  text: string
  /** Tooltip; '' for none. */
  hint: string
}

/** A notice in the navigation; when folded, its icon's tooltip. */
export function NavBanner({ folded, icon: BannerIcon, tone, title, text, hint }: Props) {
  const all = [title, text, hint].filter(Boolean).join(' · ')
  return (
    <Tooltip label={folded ? all : hint} position="right" disabled={!folded && !hint}>
      <section className={folded ? classes.mark : classes.banner} data-tone={tone} aria-label={all}>
        <BannerIcon size={18} stroke={1.5} aria-hidden />
        {!folded && (
          <span className={classes.names}>
            <Text span size="xs" fw={600} display="block">
              {title}
            </Text>
            <Text span size="xs" display="block">
              {text}
            </Text>
          </span>
        )}
      </section>
    </Tooltip>
  )
}
