// Bulk actions. Each conversation is a separate call, so that one refusal does not affect the others.
import { Button, Group, Menu, Text, TextInput } from '@mantine/core'
import {
  IconCheck,
  IconClock,
  IconMailOpened,
  IconTag,
  IconTrash,
  IconUserCheck,
  IconUserX,
  IconUsers,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../components/feedback/notify.ts'
import { confirm } from '../../../components/overlay/confirm.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { useScope } from '../../../lib/workspace-scope.tsx'
import type { Listed } from '../listed.ts'
import { tomorrow } from './conversation-actions.tsx'
import classes from '../conversations.module.css'
import { AssignDialog } from './assign-dialog.tsx'
import { useRefresh, useSelf } from './use-inbox.ts'

/** Parallel calls. */
const AT_ONCE = 4

interface Props {
  chosen: readonly Listed[]
  onChooseAll: () => void
  onDone: () => void
}

export default function BulkBar({ chosen, onChooseAll, onDone }: Props) {
  const { t } = useTranslation()
  const { api, client } = useScope()
  const self = useSelf()
  const [tagging, setTagging] = useState(false)
  const [assigning, setAssigning] = useState(false)
  const { run, running } = useBulk(chosen, onDone)
  const calls = api.conversations
  const one = ({ agentId, id }: Listed) => ({ agentId, conversationId: id })
  const ask = async (what: 'resolve' | 'delete', call: (of: Listed) => Promise<unknown>) => {
    const yes = await confirm({
      title: t(`conversations.inbox.bulk.${what}Title`, { count: chosen.length }),
      body: t(`conversations.inbox.bulk.${what}Body`),
      confirm: t(what === 'resolve' ? 'conversations.inbox.resolve' : 'conversations.delete'),
    })
    if (yes) await run(call)
  }
  const icon = { size: 16, stroke: 1.5 }
  return (
    <div className={classes.bulk} role="toolbar" aria-label={t('conversations.inbox.bulk.actions')}>
      <Text size="sm" fw={500} aria-live="polite">
        {t('conversations.inbox.bulk.count', { count: chosen.length })}
      </Text>
      <Group gap={4} ms="auto" wrap="nowrap">
        <Button size="xs" variant="subtle" onClick={onChooseAll}>
          {t('conversations.inbox.bulk.all')}
        </Button>
        <Menu position="top-end">
          <Menu.Target>
            <Button size="xs" disabled={chosen.length === 0} loading={running}>
              {t('conversations.inbox.bulk.actions')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconMailOpened {...icon} />}
              onClick={() => void run((of) => calls.markSeen.call({ ...one(of), seq: of.messageCount }))}
            >
              {t('conversations.inbox.bulk.read')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconUserCheck {...icon} />}
              onClick={() =>
                void run((of) => calls.assign.call({ ...one(of), assignee: { kind: self.kind, id: self.id } }))
              }
            >
              {t('conversations.inbox.bulk.assign')}
            </Menu.Item>
            <Menu.Item leftSection={<IconUsers {...icon} />} onClick={() => setAssigning(true)}>
              {t('conversations.inbox.bulk.assignTo')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconUserX {...icon} />}
              onClick={() => void run((of) => calls.assign.call({ ...one(of), assignee: null }))}
            >
              {t('conversations.inbox.bulk.unassign')}
            </Menu.Item>
            <Menu.Item leftSection={<IconTag {...icon} />} onClick={() => setTagging(true)}>
              {t('conversations.inbox.addTag')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconClock {...icon} />}
              onClick={() => void run((of) => calls.snooze.call({ ...one(of), until: tomorrow().toISOString() }))}
            >
              {t('conversations.inbox.snooze.tomorrow')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconCheck {...icon} />}
              onClick={() => void ask('resolve', (of) => calls.close.call(one(of)))}
            >
              {t('conversations.inbox.resolve')}
            </Menu.Item>
            {!client && (
              <Menu.Item
                color="red"
                leftSection={<IconTrash {...icon} />}
                onClick={() => void ask('delete', (of) => calls.delete.call(one(of)))}
              >
                {t('conversations.delete')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
        <Button size="xs" variant="default" onClick={onDone}>
          {t('conversations.inbox.bulk.done')}
        </Button>
      </Group>
      {assigning && (
        <AssignDialog
          agentIds={[...new Set(chosen.map(({ agentId }) => agentId))]}
          onClose={() => setAssigning(false)}
          onAssign={(assignee) => {
            setAssigning(false)
            void run((of) => calls.assign.call({ ...one(of), assignee }))
          }}
        />
      )}
      <TagDialog
        opened={tagging}
        onClose={() => setTagging(false)}
        onTag={(tag) => {
          setTagging(false)
          void run((of) => calls.setTags.call({ ...one(of), tags: [...new Set([...(of.inbox?.tags ?? []), tag])] }))
        }}
      />
    </div>
  )
}

/** Runs an action for each and reports the number of failures. */
function useBulk(chosen: readonly Listed[], onDone: () => void) {
  const { t } = useTranslation()
  const refresh = useRefresh()
  const [running, setRunning] = useState(false)
  const run = async (call: (of: Listed) => Promise<unknown>) => {
    setRunning(true)
    let failed = 0
    for (let at = 0; at < chosen.length; at += AT_ONCE) {
      const ended = await Promise.allSettled(chosen.slice(at, at + AT_ONCE).map(call))
      failed += ended.filter(({ status }) => status === 'rejected').length
    }
    setRunning(false)
    const count = chosen.length - failed
    if (failed > 0) notify.error(t('conversations.inbox.bulk.failed', { count: failed }))
    if (count > 0) notify.success(t('conversations.inbox.bulk.changed', { count }))
    refresh()
    if (failed === 0) onDone()
  }
  return { run, running }
}

function TagDialog({ opened, onClose, onTag }: { opened: boolean; onClose: () => void; onTag: (tag: string) => void }) {
  const { t } = useTranslation()
  const [tag, setTag] = useState('')
  return (
    <Dialog opened={opened} onClose={onClose} size="sm" title={t('conversations.inbox.addTag')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (tag.trim()) onTag(tag.trim())
          setTag('')
        }}
      >
        <TextInput
          data-autofocus
          label={t('conversations.inbox.tag')}
          maxLength={50}
          value={tag}
          onChange={({ currentTarget }) => setTag(currentTarget.value)}
        />
        <Group justify="flex-end" mt="md">
          <Button type="submit" disabled={tag.trim() === ''}>
            {t('conversations.inbox.addTag')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
