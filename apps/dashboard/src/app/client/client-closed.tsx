// Why a client sees nothing: access disabled, no agents, or not this page.
import { Button, Modal, Select, Stack, Text, Title } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../../features/client/client.module.css'
import { useClientSession, useSignOut } from '../../features/client/use-client.ts'
import { lazyWithTexts } from '../../i18n/lazy-with-texts.ts'
import { useNavigateTo } from '../../lib/link.tsx'
import type { Target } from '../../lib/paths.ts'

const NewAgentButton = lazyWithTexts(() => import('./new-agent-button.tsx'), 'ClientNewAgent')

interface Props {
  why: 'disabled' | 'empty' | 'noAccess'
  /** The first page they may open. */
  back: Target | undefined
  onOrg: (orgId: string) => void
}

export default function ClientClosed({ why, back, onOrg }: Props) {
  const { t } = useTranslation()
  const { client, agents, orgHasAgents, agency, org, orgs, disabledMessage } = useClientSession()
  const go = useNavigateTo()
  const signOut = useSignOut()
  const titles = {
    disabled: disabledMessage || t('client.disabled'),
    empty: agents.length > 0 ? t('client.noPages') : t(orgHasAgents ? 'client.empty' : 'client.orgEmpty'),
    noAccess: t('client.noAccess'),
  }
  const logOut = (
    <Button variant={why === 'disabled' ? 'filled' : 'default'} onClick={() => void signOut()}>
      {t('client.logOut')}
    </Button>
  )
  return (
    <Modal.Root opened onClose={() => {}} closeOnClickOutside={false} closeOnEscape={false} centered>
      <Modal.Overlay />
      <Modal.Content aria-label={titles[why]}>
        <Modal.Body>
          <Stack>
            {why === 'disabled' ? (
              <Text className={classes.branding} dir="auto">
                {titles.disabled}
              </Text>
            ) : (
              <Title order={2} size="h4" className={classes.branding}>
                {titles[why]}
              </Title>
            )}
            {why !== 'disabled' && <Text c="dimmed">{t('client.contact', { agency: agency.name })}</Text>}
            {why === 'empty' && orgs.length > 1 && (
              <Select
                label={t('client.org')}
                data={orgs.map(({ ID, name }) => ({ value: ID, label: name }))}
                value={org?.ID ?? null}
                allowDeselect={false}
                searchable
                onChange={(id) => id && onOrg(id)}
              />
            )}
            {why === 'empty' && agents.length === 0 && client.allowCreateAgents && (
              <Suspense fallback={null}>
                <NewAgentButton filled />
              </Suspense>
            )}
            {why === 'noAccess' && back && (
              <Button onClick={() => void go(back, { replace: true })}>{t('client.backToPages')}</Button>
            )}
            {why !== 'disabled' && agency.supportEmail && (
              <Button
                component="a"
                href={`mailto:${agency.supportEmail}`}
                variant={why === 'noAccess' ? 'default' : 'filled'}
              >
                {t('client.contactAction')}
              </Button>
            )}
            {(why !== 'noAccess' || !back) && logOut}
          </Stack>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
