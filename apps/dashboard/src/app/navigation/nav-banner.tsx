import { Text, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { AppLink } from '../../lib/link.tsx'
import type { Target } from '../../lib/paths.ts'
import classes from './side-nav.module.css'

interface Props {
  folded: boolean
  /** Where it leads. */
  target: Target
  icon: Icon
  tone: 'plain' | 'warning'
  title: string
  text: string
  /** Tooltip; '' for none. */
  hint: string
}

/** A notice in the navigation; when folded, its icon's tooltip. */
export function NavBanner({ folded, target, icon: BannerIcon, tone, title, text, hint }: Props) {
  const all = [title, text, hint].filter(Boolean).join(' · ')
  return (
    <Tooltip label={folded ? all : hint} position="right" disabled={!folded && !hint}>
      <AppLink target={target} className={folded ? classes.mark : classes.banner} data-tone={tone} aria-label={all}>
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
      </AppLink>
    </Tooltip>
  )
}
