import { setupI18n } from '@lingui/core'
import { I18nProvider, useLingui } from '@lingui/react'
import * as Dialog from '@radix-ui/react-dialog'
import * as Tabs from '@radix-ui/react-tabs'
import * as Toast from '@radix-ui/react-toast'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import dayjs from 'dayjs'
import 'dayjs/locale/ru.js'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'
import Cookies from 'js-cookie'
import { ofetch } from 'ofetch'
import qs from 'qs'
import { createRoot } from 'react-dom/client'
import { useForm } from 'react-hook-form'
import { assign, createActor, fromPromise, setup } from 'xstate'

// Every library of the browser used once: the size of this page is the reference for others.
const machine = setup({
  types: { context: {} as { name: string }, events: {} as { type: 'load' } },
  actors: { name: fromPromise(() => ofetch<string>('/api/name')) },
}).createMachine({
  context: { name: '' },
  initial: 'idle',
  states: {
    idle: { on: { load: 'loading' } },
    loading: {
      invoke: {
        src: 'name',
        onDone: { target: 'idle', actions: assign({ name: ({ event }) => event.output }) },
        onError: 'idle',
      },
    },
  },
})
dayjs.extend(utc)
dayjs.extend(timezone)
const today = dayjs().tz('Europe/Moscow').locale('ru').format('D MMMM')

const actor = createActor(machine).start()
const queryClient = new QueryClient()
const i18n = setupI18n({ locale: 'ru', messages: { ru: { title: 'Договоры' } } })

const root = createRootRoute({ component: Outlet })
const page = createRoute({ getParentRoute: () => root, path: '/', component: Page })
const router = createRouter({ routeTree: root.addChildren([page]), defaultPreload: 'intent' })

function Page() {
  const name = useSelector(actor, ({ context }) => context.name)
  const contracts = useQuery({ queryKey: ['contracts'], queryFn: () => ofetch<string[]>('/api/contracts') })
  const { _ } = useLingui()
  const { register } = useForm<{ name: string }>()
  return (
    <main>
      <h1>
        {_('title')}, {today}, {Cookies.get('lang')}, {qs.stringify(qs.parse(location.search))}
      </h1>
      <Link to="/">{name}</Link>
      {contracts.data?.map((contract) => (
        <p key={contract}>{contract}</p>
      ))}
      <input {...register('name')} />
      <Tabs.Root defaultValue="one">
        <Tabs.List>
          <Tabs.Trigger value="one">1</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="one">1</Tabs.Content>
      </Tabs.Root>
      <Toast.Provider>
        <Toast.Root>
          <Toast.Title>1</Toast.Title>
        </Toast.Root>
        <Toast.Viewport />
      </Toast.Provider>
      <Dialog.Root>
        <Dialog.Trigger>+</Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay />
          <Dialog.Content>
            <Dialog.Title>{name}</Dialog.Title>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </main>
  )
}

createRoot(document.body).render(
  <I18nProvider i18n={i18n}>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </I18nProvider>,
)
