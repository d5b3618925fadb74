// As tall as what takes its place, so that the page below stays where it is.
import { Skeleton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useCan } from '../../../lib/permissions.ts'
import classes from './agent-home.module.css'

/** What is remembered of the first steps of an agent: `yes` where they are hidden, `done` once there are none left. */
export const useChecklistMemory = (agentId: string) =>
  useLocalStorage({ key: `checklist-${agentId}`, defaultValue: '', getInitialValueInEffect: false })

export const ChecklistSkeleton = () => <Skeleton className={classes.stepsWaiting} radius="lg" />

/** Without the frame around it. */
export function HomeSkeletons({ agentId }: { agentId: string }) {
  const builds = useCan('editor')
  const [memory] = useChecklistMemory(agentId)
  return (
    <>
      <Skeleton className={classes.statusWaiting} radius="lg" />
      <Skeleton className={classes.figuresWaiting} radius="lg" />
      {builds && memory === '' && <ChecklistSkeleton />}
    </>
  )
}

export const HomeSkeleton = ({ agentId }: { agentId: string }) => (
  <div className={classes.band}>
    <div className={classes.home}>
      <HomeSkeletons agentId={agentId} />
    </div>
  </div>
)
