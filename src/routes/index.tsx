import { createFileRoute, redirect } from '@tanstack/react-router'
import { homeOf } from '#src/admission.ts'
import { rolesAtWork } from '#src/machines/session-setup.ts'

export const Route = createFileRoute('/')({
  beforeLoad: ({ context }) => {
    throw redirect({ to: homeOf(rolesAtWork(context.session.getSnapshot().context)), replace: true })
  },
  staticData: { name: 'home', layout: 'default' },
})
