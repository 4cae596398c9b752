/** Whether a pipeline runs us, and no person. */

/** As the services that run pipelines say it. */
export const isPipeline = ({ CI }: NodeJS.ProcessEnv): boolean =>
  CI !== undefined && CI !== '' && CI !== 'false' && CI !== '0';
