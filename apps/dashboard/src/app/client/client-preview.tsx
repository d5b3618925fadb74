// The client dashboard in the preview of the agency settings.
import { Fragment, Suspense } from 'react'
import { ClientHome } from '../../features/client/client-home.tsx'
import type { ClientPage } from '../../features/client/client-tabs.ts'
import classes from '../../features/client/client.module.css'
import { useClientSession } from '../../features/client/use-client.ts'
import { AgencyName, HeaderControls, Tabs } from './client-shell.tsx'

const PREVIEWED: readonly ClientPage[] = ['home', 'convos', 'leads', 'analytics', 'settings']

/** A non-interactive preview with a sample session. */
export function ClientPreview() {
  const { agents } = useClientSession()
  const none = () => undefined
  return (
    <div className={classes.shell}>
      <header className={classes.header}>
        <AgencyName />
        <Suspense fallback={<span className={classes.controls} />}>
          <HeaderControls
            agents={agents}
            agentId={agents[0]?.ID}
            page="home"
            pages={PREVIEWED}
            shown={PREVIEWED}
            onTogglePage={none}
            onOrg={none}
          />
        </Suspense>
      </header>
      <div className={classes.stack}>
        {agents.map(({ ID, title }) => (
          <Fragment key={ID}>
            <Tabs agentId={ID} pages={PREVIEWED} current="home" />
            <main id="content" className={classes.main}>
              <ClientHome agentId={ID} title={title} />
            </main>
          </Fragment>
        ))}
      </div>
    </div>
  )
}
