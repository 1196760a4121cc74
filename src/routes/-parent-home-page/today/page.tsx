import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { Greeting } from '#src/routes/-parent-home-page/greeting.tsx'
import ParentHomePage from '#src/routes/-parent-home-page/page.tsx'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { StaffDay } from './staff-day.tsx'
import { StudentDay } from './student-day.tsx'
import { TeacherDay } from './teacher-day.tsx'

/** The first page of everyone without a home page of their own: their day, by role group. */
export default function TodayPage() {
  const title = useScreenTitle()
  const group = useSessionSelector(({ context }) => context.roleGroup)
  if (group === 'parent') return <ParentHomePage />
  return (
    <>
      <PageHeading lead={<Greeting />}>{title('parent-home-page')}</PageHeading>
      {group === 'student' && <StudentDay />}
      {group === 'teacher' && <TeacherDay />}
      {group === 'admin' && <StaffDay />}
    </>
  )
}
