import { eq, sql } from 'drizzle-orm'
import type { Payee } from '#contract/enrolment/contracts.ts'
import type { Branch } from '#contract/enumerations.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import type { CallViewer } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns, studyGroups } from '#server/db/schema/programs.ts'
import { buildContractDocument } from '#server/documents/contract-document.ts'
import { buildContractText, type ContractTerms, type VersionedText } from '#server/documents/contract-text.ts'
import { renderDocument } from '#server/documents/pdf-document.ts'
import type { PricingTime } from '#server/enrolment/groups/late-start-price.ts'
import type { IssuedDocument } from '#server/plugins/document-links.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { type FoundBasket, findBasket } from './baskets.ts'

/** What the school says of its branches: who takes the money, and whose contracts are signed with codes. */
export type BranchTerms = { payees: Record<Branch, Payee>; signedBranches: readonly Branch[] }
type Which = { branchTerms: BranchTerms; basketId: string; studentId?: string | undefined }

/** The contract that a basket would become today, as PDF. 404 for a basket that is not the viewer's. */
export async function issueContractDraft(
  database: Database,
  viewer: CallViewer,
  currentTime: PricingTime,
  { branchTerms, ...which }: Which,
): Promise<IssuedDocument> {
  const found = await findBasket(database, viewer, currentTime, which)
  const { frame, parts, fileName } = buildContractDocument({
    ...(await findContractTerms(database, viewer, branchTerms, found)),
    number: null,
    concludedOn: null,
    status: 'Open',
    madeOn: dayInZone(currentTime.now, currentTime.timeZone),
    agreement: null,
    signatures: [],
  })
  return { fileName, content: await renderDocument(frame, parts) }
}

/** The text of that contract. */
export async function findContractText(
  database: Database,
  viewer: CallViewer,
  currentTime: PricingTime,
  { branchTerms, ...which }: Which,
): Promise<VersionedText> {
  const found = await findBasket(database, viewer, currentTime, which)
  return buildContractText(await findContractTerms(database, viewer, branchTerms, found))
}

/** The terms of a basket; its customer is the viewer. */
export async function findContractTerms(
  database: Database,
  viewer: CallViewer,
  { payees, signedBranches }: BranchTerms,
  { basket: { course, group, student, plan, price } }: FoundBasket,
): Promise<ContractTerms> {
  const nameOf = (userId: string) =>
    sql<string>`coalesce((select ${selectFullName(users)} from ${users} where ${eq(users.id, userId)}), '')`
  const [found] = await database
    .select({
      schoolYear: campaigns.schoolYear,
      branch: campaigns.branch,
      startsOn: studyGroups.startsOn,
      endsOn: studyGroups.endsOn,
      customer: nameOf(viewer.userId),
      student: nameOf(student.uuid),
    })
    .from(studyGroups)
    .innerJoin(campaigns, eq(campaigns.id, studyGroups.campaignId))
    .where(eq(studyGroups.id, group.groupUuid))
  if (!found) throw new Error('A basket of no group')
  const { branch, ...terms } = found
  return {
    ...terms,
    program: course.title,
    group: group.title,
    territory: group.territory?.title ?? null,
    format: group.format,
    total: price.now,
    payments: plan.instalments.map((line, index) => ({ ...line, position: index + 1, isCanceled: false })),
    payee: payees[branch],
    needsSignatures: signedBranches.includes(branch),
  }
}
