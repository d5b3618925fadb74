// Numbers no campaign of the agent calls.
import { ActionIcon, Button, Group, Stack, Table, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateAndTime } from '../../components/content/locale.ts'
import { FormError } from '../../components/feedback/form-error.tsx'
import { PagedList } from '../../components/lists/paged-list.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { listProps, paged } from '../../lib/paged-query.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { useCampaignAct, useRefreshCampaigns } from './use-campaigns.ts'

interface Props {
  agentId: string
  mayChange: boolean
  onClose: () => void
}
const PAGE = 50

export default function DoNotCall({ agentId, mayChange, onClose }: Props) {
  const { t } = useTranslation()
  const { api } = useScope()
  const act = useCampaignAct()
  const refresh = useRefreshCampaigns()
  const [phone, setPhone] = useState('')
  const list = useInfiniteQuery(
    api.campaigns.blockedNumbers.infiniteOptions({
      input: (cursor: string | undefined) => ({ agentId, limit: PAGE, ...(cursor && { cursor }) }),
      ...paged,
    }),
  )
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const add = useMutation({
    mutationFn: () => api.campaigns.blockNumber.call({ agentId, phone }),
    async onSuccess() {
      setPhone('')
      await refresh()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  return (
    <SideDrawer title={t('campaigns.doNotCall')} onClose={onClose}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('campaigns.doNotCallText')}
        </Text>
        {mayChange && (
          <form onSubmit={submit} noValidate>
            <Stack gap="xs">
              <Group align="end" wrap="nowrap">
                <TextInput
                  flex={1}
                  type="tel"
                  dir="ltr"
                  label={t('campaigns.phone')}
                  description={t('campaigns.phoneHint')}
                  value={phone}
                  maxLength={40}
                  onChange={(event) => setPhone(event.currentTarget.value)}
                />
                <Button type="submit" loading={add.isPending} disabled={phone.trim() === ''}>
                  {t('campaigns.block')}
                </Button>
              </Group>
              <FormError error={add.error} />
            </Stack>
          </form>
        )}
        <PagedList
          of="entries"
          shown={items.length}
          search=""
          onClearSearch={() => undefined}
          empty={<Text c="dimmed">{t('campaigns.doNotCallEmpty')}</Text>}
          {...listProps(list)}
        >
          <Table verticalSpacing="xs">
            <Table.Tbody>
              {items.map((one) => (
                <Table.Tr key={one.phone}>
                  <Table.Td>
                    <Text size="sm" dir="ltr" ta="start">
                      {one.phone}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {one.by
                        ? t('campaigns.blockedBy', { name: one.by.name, at: dateAndTime(one.at) })
                        : dateAndTime(one.at)}
                    </Text>
                  </Table.Td>
                  <Table.Td ta="end">
                    {mayChange && (
                      <ActionIcon
                        variant="subtle"
                        aria-label={t('campaigns.unblock', { phone: one.phone })}
                        onClick={() => void act(() => api.campaigns.unblockNumber.call({ agentId, phone: one.phone }))}
                      >
                        <IconTrash size={16} stroke={1.5} />
                      </ActionIcon>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </PagedList>
      </Stack>
    </SideDrawer>
  )
}
