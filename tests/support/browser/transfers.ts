import type { APIRequestContext } from 'playwright/test'
import type { AvailableGroup, GroupTransfer, StudyGroup } from '#contract/learning/schedule.ts'

type Family = 'parent/children' | 'student'
const ours = { 'x-requested-with': 'lk', 'sec-fetch-site': 'same-origin' }

/** Finds transfers in the demo school, and restores the school afterwards, by the calls of the pages. */
export function transferApi(request: APIRequestContext, family: Family = 'parent/children') {
  const get = async <Answer>(path: string) => (await (await request.get(`/api/v1${path}`)).json()) as Answer
  const groups = () => get<StudyGroup[]>(`/${family}/schedule/groups/list`)
  const list = () => get<GroupTransfer[]>('/schedule/group/transfer/list')
  return {
    list,
    /** The first group of this subject that can be changed, or of any subject. */
    async changeable(isWanted: (group: StudyGroup) => boolean): Promise<StudyGroup> {
      const found = (await groups()).find((group) => group.canChange && isWanted(group))
      if (found === undefined) throw new Error('The demo school has no such group to change')
      return found
    },
    toChange: ({ contractUuid }: StudyGroup, territoryUuid: string) =>
      get<AvailableGroup[]>(
        `/${family}/schedule/groups/to-change?contractUuid=${contractUuid}&territoryUuid=${territoryUuid}`,
      ),
    async withdrawAll(): Promise<void> {
      for (const { uuid, state } of await list())
        if (state === 'coming') await request.delete(`/api/v1/schedule/group/transfer/${uuid}`, { headers: ours })
    },
  }
}

/** A territory where a group has a place, and where another is full. */
export async function territoryWithFreeAndFull(transfers: ReturnType<typeof transferApi>, group: StudyGroup) {
  for (const territory of group.territories) {
    const toChange = await transfers.toChange(group, territory.uuid)
    const [free, full] = [toChange.find((one) => one.placesLeft > 0), toChange.find((one) => one.placesLeft === 0)]
    if (free && full) return { territory, free, full }
  }
  throw new Error(`${group.title} has no territory with a free group and a full one`)
}
