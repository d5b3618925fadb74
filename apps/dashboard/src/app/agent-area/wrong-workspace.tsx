// Says where an unreadable agent is, with a link.
import { REGIONS } from '@parlance/contract/lib/regions'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { regionalApi } from '../../lib/api.ts'
import { useNavigateTo } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { notify } from '../../components/feedback/notify.ts'

/** In the other region, another workspace, or nowhere. Shows `children` until that is known. */
export default function WrongWorkspace({ agentId, children }: { agentId: string; children: ReactNode }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const go = useNavigateTo()
  const router = useRouter()
  const place = useQuery({
    queryKey: ['agent-elsewhere', region, agentId],
    queryFn: () => findElsewhere(region, agentId),
    retry: false,
    staleTime: 0,
  }).data
  useEffect(() => {
    if (!place) return
    if (place === 'nowhere') return void go(paths.notFound(), { replace: true })
    if (place === 'foreign') {
      notify.error(t('shell.foreignAgent'))
      return void go(paths.widgets(region), { replace: true })
    }
    const { pathname, searchStr } = router.state.location
    const rest = pathname.slice(paths.region(region).to.length)
    void router.navigate({ href: `${paths.region(place).to}${rest}${searchStr}`, replace: true })
  }, [place, go, router, region, t])
  return children
}

async function findElsewhere(region: string, agentId: string) {
  const reads = async (call: Promise<unknown>) =>
    call.then(
      () => true,
      () => false,
    )
  for (const other of REGIONS) {
    if (other !== region && (await reads(regionalApi(other).agents.get.call({ agentId })))) return other
  }
  for (const any of REGIONS) {
    if (await reads(regionalApi(any).agents.publicGet.call({ agentId }))) return 'foreign'
  }
  return 'nowhere'
}
