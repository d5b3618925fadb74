// Copying to the clipboard: an icon button, and a box of code with one.
import { ActionIcon, Code, Group, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { notify } from '../feedback/notify.ts'
import classes from './copy-button.module.css'

export function CopyButton({ value, label }: { value: string; label: string }) {
  const { t } = useTranslation()
  const clipboard = useClipboard({ timeout: 2000 })
  const copy = () => {
    clipboard.copy(value)
    notify.success(t('common.copied'), { id: 'copied' })
  }
  return (
    <Tooltip label={label}>
      <ActionIcon onClick={copy} aria-label={label}>
        {clipboard.copied ? <IconCheck size={18} stroke={1.5} /> : <IconCopy size={18} stroke={1.5} />}
      </ActionIcon>
    </Tooltip>
  )
}

interface CodeBoxProps {
  value: string
  /** Shown instead of a secret value; the button copies the value. */
  display?: string
  /** The code's name for screen readers. */
  name: string
  copyLabel: string
}

export function CodeBox({ value, display = value, name, copyLabel }: CodeBoxProps) {
  return (
    <Group className={classes.box} align="flex-start" wrap="nowrap" gap="xs">
      {/* Long code scrolls, so the keyboard must be able to reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={classes.scroller} tabIndex={0} aria-label={name}>
        <Code block className={classes.code}>
          {display}
        </Code>
      </section>
      <CopyButton value={value} label={copyLabel} />
    </Group>
  )
}
