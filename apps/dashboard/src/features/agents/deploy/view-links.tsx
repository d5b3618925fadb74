import { Menu } from '@mantine/core'
import { IconBrowser, IconExternalLink, IconEye, IconFileExport } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { hrefOf, paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useDraft } from '../draft/draft.tsx'
import { useExport } from '../exchange/use-export.ts'
import { prototypeHref, useAgencyDomains } from './prototype-link.ts'

/** Links to the published agent's public views, each in a new tab, and the draft's export. */
export default function ViewLinks() {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId, flush } = useDraft()
  const toFile = useExport()
  const domains = useAgencyDomains()
  const links = [
    [t('area.demo'), prototypeHref(region, agentId, domains), IconEye],
    [t('area.sampleSite'), hrefOf(paths.demo(region, agentId)), IconBrowser],
    [t('area.share.open'), hrefOf(paths.share(region, agentId)), IconExternalLink],
  ] as const
  return (
    <>
      {links.map(([label, href, LinkIcon]) => (
        <Menu.Item
          key={href}
          component="a"
          href={href}
          target="_blank"
          rel="noopener"
          leftSection={<LinkIcon size={16} stroke={1.5} />}
        >
          {label}
        </Menu.Item>
      ))}
      <Menu.Item
        leftSection={<IconFileExport size={16} stroke={1.5} />}
        disabled={toFile.isPending}
        onClick={() => toFile.mutate({ agentId, flush })}
      >
        {t('agents.exchange.export')}
      </Menu.Item>
      <Menu.Divider />
    </>
  )
}
