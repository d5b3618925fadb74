// Custom tabs of the client dashboard; a row opens its editor.
import { ActionIcon, Badge, Button, Collapse, Group, Paper, Stack, Text, UnstyledButton } from '@mantine/core'
import type { CustomTab } from '@parlance/contract/agencies/custom-tabs'
import { MAX_CUSTOM_TABS } from '@parlance/contract/agencies/tab-rules'
import { IconChevronDown, IconChevronUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Editing } from '../../../components/feedback/read-only.tsx'
import { Section } from '../../../components/layout/page.tsx'
import { confirm } from '../../../components/overlay/confirm.tsx'
import { useAgencyDraft } from '../agency-draft.tsx'
import { TabFields } from './tab-fields.tsx'

const NEW_TAB: CustomTab = {
  label: '',
  href: '/',
  iconUrl: '',
  pageType: 'html',
  htmlContent: '',
  jsContent: '',
  iframeUrl: '',
  alwaysVisible: true,
}

export default function CustomTabsTab() {
  const { t } = useTranslation()
  const { agency, edit } = useAgencyDraft()
  const [opened, setOpened] = useState<number>()
  const tabs = agency.customTabs
  const put = (customTabs: CustomTab[]) => edit({ customTabs })
  const add = () => {
    put([...tabs, NEW_TAB])
    setOpened(tabs.length)
  }
  const move = (at: number, by: -1 | 1) => {
    const next = [...tabs]
    const [moved] = next.splice(at, 1)
    if (moved) next.splice(at + by, 0, moved)
    put(next)
    setOpened((open) => (open === at ? at + by : open === at + by ? at : open))
  }
  const remove = async (at: number) => {
    const name = tabs[at]?.label || t('agency.customTabs.untitled')
    const isSure = await confirm({
      title: t('agency.customTabs.deleteTitle', { name }),
      body: t('agency.customTabs.deleteBody'),
      confirm: t('agency.customTabs.delete'),
      danger: true,
    })
    if (!isSure) return
    put(tabs.filter((_, index) => index !== at))
    setOpened(undefined)
  }
  return (
    <Section title={t('agency.customTabs.title')} description={t('agency.customTabs.hint')}>
      {tabs.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('agency.customTabs.empty')}
        </Text>
      )}
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {tabs.map((tab, at) => {
          const name = tab.label || t('agency.customTabs.untitled')
          const isOpen = opened === at
          return (
            // A tab is identified by its index.
            <Paper key={at} component="li" withBorder radius="lg" p="sm">
              <Group gap="xs" wrap="nowrap">
                <UnstyledButton
                  style={{ flex: 1, minWidth: 0 }}
                  aria-expanded={isOpen}
                  onClick={() => setOpened(isOpen ? undefined : at)}
                >
                  <Group gap="sm" wrap="nowrap">
                    {tab.iconUrl && <img src={tab.iconUrl} width={20} height={20} alt="" />}
                    <Text fw={500} className="truncate" dir="auto">
                      {name}
                    </Text>
                    <Text c="dimmed" size="sm" className="truncate" dir="ltr">
                      {tab.href}
                    </Text>
                    {tab.alwaysVisible && <Badge color="gray">{t('agency.customTabs.always')}</Badge>}
                  </Group>
                </UnstyledButton>
                <Editing>
                  <ActionIcon
                    aria-label={t('agency.customTabs.up', { name })}
                    disabled={at === 0}
                    onClick={() => move(at, -1)}
                  >
                    <IconChevronUp size={18} stroke={1.5} />
                  </ActionIcon>
                  <ActionIcon
                    aria-label={t('agency.customTabs.down', { name })}
                    disabled={at === tabs.length - 1}
                    onClick={() => move(at, 1)}
                  >
                    <IconChevronDown size={18} stroke={1.5} />
                  </ActionIcon>
                  <ActionIcon aria-label={t('agency.customTabs.deleteNamed', { name })} onClick={() => void remove(at)}>
                    <IconTrash size={18} stroke={1.5} />
                  </ActionIcon>
                </Editing>
              </Group>
              <Collapse expanded={isOpen}>
                {isOpen && (
                  <TabFields
                    tab={tab}
                    others={tabs.filter((_, index) => index !== at).map(({ href }) => href)}
                    onChange={(change) => put(tabs.map((one, index) => (index === at ? { ...one, ...change } : one)))}
                  />
                )}
              </Collapse>
            </Paper>
          )
        })}
      </Stack>
      <Editing>
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.5} />}
            disabled={tabs.length >= MAX_CUSTOM_TABS}
            onClick={add}
          >
            {t('agency.customTabs.add')}
          </Button>
        </div>
      </Editing>
    </Section>
  )
}
