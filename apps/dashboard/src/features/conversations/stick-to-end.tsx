// Keeps the end of a conversation in view while the reader is there, like the widget.
import { ActionIcon } from '@mantine/core'
import { createStickToEnd } from '@parlance/contract/conversations/stick-to-end'
import { IconArrowDown } from '@tabler/icons-react'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './stick-to-end.module.css'

/**
 * `content` changes with every addition, `sent` when the reader sent something; `growing` while parts still change
 * their height.
 */
export function useStickToEnd({ content, sent, growing }: { content: unknown; sent?: unknown; growing: boolean }) {
  const scroller = useRef<HTMLDivElement>(null)
  const [stickToEnd] = useState(createStickToEnd)
  const [away, setAway] = useState(false)
  const moved = useCallback(() => {
    if (scroller.current) setAway(!stickToEnd.moved(scroller.current))
  }, [stickToEnd])
  const toEnd = useCallback(() => {
    stickToEnd.resume()
    const box = scroller.current
    if (box) box.scrollTop = box.scrollHeight
    moved()
  }, [stickToEnd, moved])
  const lastSent = useRef(sent)
  useLayoutEffect(() => {
    if (stickToEnd.isFollowing() || lastSent.current !== sent) toEnd()
    lastSent.current = sent
    // `content` only triggers the effect.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [stickToEnd, toEnd, content, sent])
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const follow = () => void (stickToEnd.isFollowing() && toEnd())
    // Keeps the end in view when the composer grows or a keyboard opens.
    const sizes = new ResizeObserver(follow)
    sizes.observe(box)
    const changes = new MutationObserver(follow)
    if (growing) changes.observe(box, { childList: true, subtree: true, characterData: true })
    return () => {
      sizes.disconnect()
      changes.disconnect()
    }
  }, [stickToEnd, toEnd, growing])
  return { scroller, away, moved, toEnd }
}

/** A button at the bottom while the reader is away from the end. */
export function ToEnd({ away, onClick }: { away: boolean; onClick: () => void }) {
  const { t } = useTranslation()
  if (!away) return null
  return (
    <ActionIcon
      className={classes.toEnd}
      variant="default"
      radius="xl"
      size="lg"
      aria-label={t('conversations.latest')}
      title={t('conversations.latest')}
      onClick={onClick}
    >
      <IconArrowDown size={18} stroke={1.5} aria-hidden />
    </ActionIcon>
  )
}
