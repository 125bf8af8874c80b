/** A clinic whose website was made with an old page builder: tables as layout, broken markup, two languages. */
import type { WebPage } from './website.ts';

const head = (title: string) => `<html><head><title>${title}</title>
<meta name=generator content="PageBuilder 4.1"><style>td{font:12px Arial}</style></head>
<body bgcolor=white><center><table width=900 border=0><tr><td colspan=2><font size=5><b>AFYA NJEMA MEDICAL
CLINIC</b></font><br><i>Your health, our concern</i></td></tr><tr><td valign=top width=180>
<div id="menu"><a href="index.php">HOME</a><br><a href="services.php">SERVICES</a><br><a
href="doctors.php">DOCTORS</a><br><a href="contact.php">CONTACT US</a><br><a href="news.php?id=14">NEWS</a></div></td>
<td valign=top>`;
const foot = `</td></tr></table><div class="footer"><center>Afya Njema Medical Clinic &copy; 2019<br>
Designed by <a href="http://webstudio.example">Web Studio</a></center></div></body></html>`;

export const clinic: { readonly [path: string]: WebPage } = {
  '/': {
    type: 'text/html',
    body: `${head('AFYA NJEMA MEDICAL CLINIC - Home')}
<p><font color=navy><b>WELCOME</b></font></p>
<p>Afya Njema Medical Clinic is a private outpatient clinic in Nakuru town. We treat adults and children,
and we accept NHIF/SHA, Jubilee and AAR insurance.
<p>&nbsp;</p><p>Click <a href="services.php">here</a> to read more.</p>
<p><b>OPENING HOURS</b></p>
<p>Mon-Fri 8.00am-8.00pm, Sat 8.00am-5.00pm</p><p>Sunday & public holidays 9.00am - 1.00pm (emergencies only)</p>
<p><b>LATEST NEWS</b></p><marquee>Free blood pressure check every first Friday of the month!!!</marquee>
${foot}`,
  },
  '/services.php': `${head('Services')}
<h2>OUR SERVICES & CHARGES</h2>
<table border=1 cellpadding=4><tr><td><b>SERVICE</b><td><b>CHARGES</b></tr>
<tr><td>Consultation (general)<td>Ksh. 500/-</tr>
<tr><td>Consultation (specialist)<td>Ksh. 2,000/-</tr>
<tr><td>Malaria test<td>300/=
<tr><td>Full haemogram<td>800/=
<tr><td>Dental extraction<td>1,500 - 3,000
<tr><td>Ultrasound<td>Ksh 2,500/- per scan
<tr><td>ANC profile<td>Call us
</table>
<p><b>Do I need an appointment?</b><br>No, walk-ins are welcome. For the dentist please book one day before.</p>
<p><b>Which insurance do you accept?</b><br>SHA, Jubilee and AAR.</p>
<ul><li>Laboratory<li>Pharmacy<li>Maternity<li>Dental</ul>
${foot}`,
  '/doctors.php': `${head('Doctors')}
<h2>OUR DOCTORS</h2><p><b>Dr. Wanjiru Kamau</b><br>General practitioner, Mon to Fri</p>
<p><b>Dr. Otieno Odhiambo</b><br>Dentist, Tuesday and Thursday 2.00pm - 6.00pm</p>
<img src="doctors.jpg" width=400>${foot}`,
  '/contact.php': `${head('Contact')}
<h2>CONTACT US</h2><p>AFYA NJEMA MEDICAL CLINIC<br>Kenyatta Avenue, Mburu Gichua Rd junction, 2nd floor<br>
P.O. Box 1234-20100 Nakuru<br>Tel: 051-2212345 / 0733 555 777<br>E-mail: info@afyanjema.example</p>
<p>Emergency: 0733 555 778</p>
<iframe src="https://maps.example/embed"></iframe>
<form method=post><input name=q><input type=submit value=Send></form>${foot}`,
  '/news.php?id=14': `${head('News')}<h2>News</h2><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do
eiusmod tempor incididunt ut labore et dolore magna aliqua.</p>${foot}`,
};
