/** The forms in which a stored run is reported. */

export const reportForms = ['html', 'junit', 'markdown', 'sarif', 'github', 'badge', 'allure'] as const;
export type ReportForm = (typeof reportForms)[number];
