// As tall as the content, to avoid a layout shift.
import { Skeleton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useCan } from '../../../lib/permissions.ts'
import classes from './agent-home.module.css'

/** The checklist's state: `yes` when hidden, `done` when completed. */
export const useChecklistMemory = (agentId: string) =>
  useLocalStorage({ key: `checklist-${agentId}`, defaultValue: '', getInitialValueInEffect: false })

export const ChecklistSkeleton = () => <Skeleton className={classes.stepsWaiting} radius="lg" />

/** Without the frame. */
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
