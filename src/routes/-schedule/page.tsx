import { callFamilyOf } from '#src/api/schedule.ts'
import { useSessionSelector } from '#src/routes/-shell/account/use-session.ts'
import { Schedule } from './schedule.tsx'

export default function SchedulePage() {
  const family = useSessionSelector(({ context }) => callFamilyOf(context.roleGroup))
  return <Schedule key={family} family={family} />
}
