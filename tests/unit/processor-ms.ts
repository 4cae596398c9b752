/** How long this process has had a processor, in ms: what else the machine is busy with makes no check slower. */
export const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
