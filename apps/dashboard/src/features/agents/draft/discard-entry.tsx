// The menu entry that discards unpublished changes.
import { Menu, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../lib/permissions.ts'
import { errorText } from '../../../lib/errors.ts'
import { confirm } from '../../../components/overlay/confirm.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { isPublished } from './draft-state.ts'
import { useDraft } from './draft.tsx'

export default function DiscardEntry() {
  const { t } = useTranslation()
  const { state, discard } = useDraft()
  const builds = useCan('editor')
  const ask = async () => {
    const yes = await confirm({
      title: t('agents.draft.discardTitle'),
      body: t('agents.draft.discardBody'),
      confirm: t('agents.draft.discardConfirm'),
    })
    if (!yes) return
    try {
      await discard()
      notify.success(t('agents.draft.discarded'))
    } catch (error) {
      notify.error(errorText(error))
    }
  }
  return (
    <>
      <Menu.Item
        color="red"
        disabled={!builds || isPublished(state)}
        leftSection={<IconArrowBackUp size={16} stroke={1.5} />}
        onClick={() => void ask()}
      >
        {t('agents.draft.discard')}
      </Menu.Item>
      {isPublished(state) && (
        <Text size="xs" c="dimmed" px="sm" pb={4}>
          {t('agents.draft.publishedHint')}
        </Text>
      )}
    </>
  )
}
