import { viewerRoleGroupOf } from '#src/api/schedule.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { Schedule } from './schedule.tsx'

export default function SchedulePage() {
  const roleGroup = useSessionSelector(({ context }) => viewerRoleGroupOf(context.roleGroup))
  return <Schedule key={roleGroup} roleGroup={roleGroup} />
}
