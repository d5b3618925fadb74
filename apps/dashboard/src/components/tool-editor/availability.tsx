// Where a tool is available: channels, all or some nodes, or nowhere.
import { Checkbox, Group } from '@mantine/core'
import type { Tool } from '@parlance/contract/tools/schemas'
import { useTranslation } from 'react-i18next'
import { useReadOnly } from '../feedback/read-only.tsx'
import { Block, type Part } from './block.tsx'
import classes from './tool-editor.module.css'
import { CHANNELS } from './tool-form.ts'

export function Availability({ tool, set }: Part) {
  const { t } = useTranslation()
  const toggle = (channel: Tool['channels'][number], on: boolean) => {
    const before = tool.channels.length === 0 ? CHANNELS : tool.channels
    const next = CHANNELS.filter((entry) => (entry === channel ? on : before.includes(entry)))
    set({ channels: next.length === CHANNELS.length ? [] : next })
  }
  const isOn = (channel: Tool['channels'][number]) => tool.channels.length === 0 || tool.channels.includes(channel)
  const readOnly = useReadOnly()
  const lastOne = tool.channels.length === 1
  return (
    <Block title={t('tools.where.title')}>
      <Group gap="md" component="fieldset" className={classes.bare} aria-label={t('tools.where.title')}>
        {CHANNELS.map((channel) => (
          <Checkbox
            key={channel}
            label={t(`tools.channels.${channel}`)}
            checked={isOn(channel)}
            // A tool without channels is disabled instead.
            disabled={(lastOne && isOn(channel)) || readOnly}
            onChange={(event) => toggle(channel, event.currentTarget.checked)}
          />
        ))}
      </Group>
      <Checkbox
        label={t('tools.where.global')}
        description={t('tools.where.globalText')}
        checked={tool.isGlobal}
        onChange={(event) => set({ isGlobal: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('tools.where.disabled')}
        checked={tool.disabled}
        onChange={(event) => set({ disabled: event.currentTarget.checked })}
      />
    </Block>
  )
}
