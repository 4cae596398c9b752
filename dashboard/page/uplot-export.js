/** What the file before it, which is smaller than the form for modules, makes known to modules. */
export default uPlot;
