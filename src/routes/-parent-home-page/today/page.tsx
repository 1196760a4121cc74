import { HomeHeading } from '#src/routes/-parent-home-page/home-heading.tsx'
import ParentHomePage from '#src/routes/-parent-home-page/page.tsx'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { StaffDay } from './staff-day.tsx'
import { StudentDay } from './student-day.tsx'
import { TeacherDay } from './teacher-day.tsx'

/** The first page of everyone without a home page of their own: their day, by role group. */
export default function TodayPage() {
  const group = useSessionSelector(({ context }) => context.roleGroup)
  if (group === 'parent') return <ParentHomePage />
  return (
    <>
      <HomeHeading />
      {group === 'student' && <StudentDay />}
      {group === 'teacher' && <TeacherDay />}
      {group === 'admin' && <StaffDay />}
    </>
  )
}
